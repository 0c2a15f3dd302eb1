import type { RestResponse } from '../request.js'
import { RestError } from '../rest-error.js'
import { PRIVATE_CACHE_CONTROL, VARY } from './cache-headers.js'
import { COMMON_HEADERS } from './common-headers.js'
import { errorOutcome } from './outcome.js'

/**
 * The response to an error that occurred outside of `dispatch`, for adapters. `report` receives an error that is not a
 * {@link RestError}; the client gets what `translate` makes of it, or else a neutral 500.
 */
export function failureResponse(
  thrown: unknown,
  report: (error: unknown) => void,
  translate: (thrown: unknown) => RestError | undefined = () => undefined,
): RestResponse {
  if (!(thrown instanceof RestError)) report(thrown)
  const error =
    thrown instanceof RestError
      ? thrown
      : (translate(thrown) ?? new RestError('internal_server_error', 'The request failed.', 500))
  const { status, headers, body } = errorOutcome(error)
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=UTF-8',
      ...COMMON_HEADERS,
      'Cache-Control': PRIVATE_CACHE_CONTROL,
      Vary: VARY,
    },
    body,
    text: () => JSON.stringify(body),
  }
}
