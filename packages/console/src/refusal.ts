import { type CallResult, RestError } from '@platen/core'

/** The body of a response; throws the error that it is instead. */
export function bodyOf<T>(result: CallResult<T>): T {
  if (result.ok) return result.body
  throw new RestError(result.body.code, result.body.message, result.status)
}

/** Whether an error says that the user may not do this. */
export const isRefusal = ({ status }: RestError): boolean => status === 401 || status === 403
