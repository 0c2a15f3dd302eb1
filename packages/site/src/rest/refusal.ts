import { type HandlerRequest, RestError } from '@platen/core'

/** An error for callers who may not do something: 401 for those who might sign in, 403 for the others. */
export function refusal(request: Pick<HandlerRequest, 'principal'>, code: string, message: string): RestError {
  return new RestError(code, message, request.principal.authenticated ? 403 : 401)
}
