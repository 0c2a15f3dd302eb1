import { type HandlerRequest, RestError } from '@platen/core'

/** Cached refusals, by code and status: computing the permissions of a caller creates several for each response. */
const known = new Map<string, RestError>()
const MAX_KNOWN = 1000
/** Longer messages may contain client input, which must not be cached. */
const MAX_MESSAGE_LENGTH = 200

/** The error for a caller without permission: 401 if anonymous, 403 otherwise. */
export function refusal(request: Pick<HandlerRequest, 'principal'>, code: string, message: string): RestError {
  const status = request.principal.authenticated ? 403 : 401
  const key = status === 403 ? code : `${code} `
  const found = known.get(key)
  if (found?.message === message) return found
  const created = new RestError(code, message, status)
  if (known.size < MAX_KNOWN && message.length <= MAX_MESSAGE_LENGTH) known.set(key, created)
  return created
}
