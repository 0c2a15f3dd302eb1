import { type CallResult, type ErrorBody, RestError } from '@platen/core'

/** The result of a call that succeeded. Throws the error of one that did not. */
export function succeeded<T>(result: CallResult<T>): Extract<CallResult<T>, { readonly ok: true }> {
  if (result.ok) return result
  const { code, message, data } = result.body as ErrorBody
  const { status: _, ...rest } = data ?? {}
  throw new RestError(code, message, result.status, { data: rest })
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'conflict',
  429: 'rate_limited',
}

/** How agents see an error: its type, code and message, and what the interface says about it. */
export const shownError = ({ code, message, status, data }: RestError) => ({
  error: { ...data, type: TYPES[status ?? 500] ?? 'failed', code, status, message },
})
