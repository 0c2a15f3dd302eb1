import { type CallResult, type ErrorBody, RestError } from '@platen/core'
import { isRemovable } from './error-text.js'

type Failure = Extract<CallResult<unknown>, { readonly ok: false }>

/** The body of a response; throws the error that it is instead. */
export function bodyOf<T>(result: CallResult<T>): T {
  if (result.ok) return result.body
  throw errorOf(result)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isError = (value: unknown): value is ErrorBody =>
  isObject(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string'

/** The error of the first refused parameter, which is more specific than the overall error. */
function detailOf({ code, data }: ErrorBody): ErrorBody | undefined {
  const details = code === 'rest_invalid_param' ? data?.['details'] : undefined
  const [first] = isObject(details) ? Object.values(details) : []
  return isError(first) ? first : undefined
}

/** The error of a response that is one. */
export function errorOf({ body, status, headers }: Failure): RestError {
  const { code, message } = detailOf(body) ?? body
  const { 'Retry-After': wait } = headers
  // A dialect may respond to invalid input, such as a taken login, with a 500.
  const isMistake = status === 500 && isRemovable(code)
  return new RestError(code, message, isMistake ? 400 : status, {
    ...(body.data !== null && { data: body.data }),
    ...(wait !== undefined && { headers: { 'Retry-After': wait } }),
  })
}

/** Whether an error says that the user may not do this. */
export const isRefusal = ({ status }: RestError): boolean => status === 401 || status === 403

/** Throws the 403 of a page that has no route to refuse it. */
export function requirePermission(isAllowed: boolean): void {
  if (!isAllowed) throw new RestError('rest_forbidden', 'You are not allowed to do this.', 403)
}

/** The 400 of a form that no page has. */
export const invalidForm = (name: string): RestError =>
  new RestError('rest_invalid_param', `Invalid parameter(s): ${name}`, 400)
