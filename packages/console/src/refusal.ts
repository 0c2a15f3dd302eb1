import { type CallResult, RestError } from '@platen/core'

/** The body of a response; throws the error that it is instead. */
export function bodyOf<T>(result: CallResult<T>): T {
  if (result.ok) return result.body
  throw errorOf(result)
}

/** The error of a response that is one. */
export const errorOf = ({ body, status }: Extract<CallResult<unknown>, { readonly ok: false }>): RestError =>
  new RestError(body.code, body.message, status)

/** Whether an error says that the user may not do this. */
export const isRefusal = ({ status }: RestError): boolean => status === 401 || status === 403

/** Throws the 403 of a page that has no route to refuse it. */
export function requirePermission(isAllowed: boolean): void {
  if (!isAllowed) throw new RestError('rest_forbidden', 'You are not allowed to do this.', 403)
}

/** The 400 of a form that no page has. */
export const invalidForm = (name: string): RestError =>
  new RestError('rest_invalid_param', `Invalid parameter(s): ${name}`, 400)
