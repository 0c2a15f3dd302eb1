import { RestError } from '../rest-error.js'
import type { DispatchContext } from './dispatch-context.js'
import { type RequestNames, requestLineOf } from './report-error.js'

type Errors = Pick<DispatchContext, 'translateError' | 'reportError'>

/** Whatever was thrown as an error of the interface; what is not a {@link RestError} is reported. */
export function toRestError(thrown: unknown, request: RequestNames, context: Errors): RestError {
  if (thrown instanceof RestError) return thrown
  const translated = translate(thrown, context)
  if ((translated?.status ?? 500) >= 500) context.reportError(thrown, requestLineOf(request))
  return translated ?? internalError(thrown)
}

/** The error itself matters, not one of its translation. */
function translate(thrown: unknown, { translateError }: Errors): RestError | undefined {
  try {
    return translateError(thrown)
  } catch {
    return undefined
  }
}

/** The neutral error for whatever is not the client's business. */
export const internalError = (cause: unknown): RestError =>
  new RestError('rest_internal_error', 'Something went wrong on the server.', 500, { cause })
