import { type HandlerRequest, RestError } from '@platen/core'

/** The error for a caller without permission: 401 if anonymous, 403 otherwise. */
export const refusal = (request: Pick<HandlerRequest, 'principal'>, code: string, message: string): RestError =>
  new RestError(code, message, request.principal.authenticated ? 403 : 401)
