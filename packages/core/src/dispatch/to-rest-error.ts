import { RestError } from '../rest-error.js'
import type { DispatchContext } from './dispatch-context.js'
import { type LoggedRequest, requestLineOf } from './report-error.js'

type Errors = Pick<DispatchContext, 'translateError' | 'reportError' | 'reportedErrors'>

/**
 * Converts a thrown value to an error of the interface. One that is not a client's error is reported once, however many
 * stages it passes: a `RestError` is only if it has a cause and a status from 500.
 */
export function toRestError(thrown: unknown, request: LoggedRequest, context: Errors): RestError {
  if (thrown instanceof RestError) {
    if ((thrown.status ?? 0) >= 500 && thrown.cause !== undefined) report(thrown, thrown, request, context)
    return thrown
  }
  const error = translate(thrown, context) ?? internalError(thrown)
  if ((error.status ?? 500) >= 500) {
    context.reportedErrors.delete(error)
    report(thrown, error, request, context)
  }
  return error
}

/** Reports what was thrown, unless the error made of it has been reported by an earlier stage. */
function report(thrown: unknown, error: RestError, request: LoggedRequest, context: Errors): void {
  const { reportedErrors, reportError } = context
  if (reportedErrors.has(error)) return
  reportedErrors.add(error)
  reportError(thrown, requestLineOf(request))
}

/** If the translation fails, the original error counts. */
function translate(thrown: unknown, { translateError }: Errors): RestError | undefined {
  try {
    return translateError(thrown)
  } catch {
    return undefined
  }
}

/** Creates the neutral 500 that hides an internal error from the client. */
export const internalError = (cause: unknown): RestError =>
  new RestError('rest_internal_error', 'Something went wrong on the server.', 500, { cause })
