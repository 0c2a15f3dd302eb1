import { preconditionFailed, RestError } from '@platen/core'
import { StoreError } from '@platen/storage'

/** The number of seconds after which a request to a busy store may be repeated. */
const RETRY_AFTER_BUSY = 5
/** The same for a timed-out query: an earlier retry would take just as long. */
const RETRY_AFTER_TIMEOUT = 30

/** Translates an error of a store for clients, unless a resource translates it more specifically. */
export function translateStoreError(thrown: unknown): RestError | undefined {
  if (!(thrown instanceof StoreError)) return undefined
  switch (thrown.code) {
    case 'version':
      return preconditionFailed()
    case 'conflict':
      return new RestError('rest_conflict', 'Another record already has this value.', 409, { cause: thrown })
    case 'invalid': {
      const { field = '', message } = thrown
      return new RestError('rest_invalid_param', message, 400, {
        data: { params: { [field]: message } },
        cause: thrown,
      })
    }
    case 'not_found':
      return new RestError('rest_gone', 'It was removed while the request was being processed.', 404, { cause: thrown })
    case 'unavailable':
      return new RestError('rest_store_unavailable', 'The site is busy. Try again in a moment.', 503, {
        headers: { 'Retry-After': String(RETRY_AFTER_BUSY) },
        cause: thrown,
      })
    case 'timeout':
      return new RestError(
        'rest_store_timeout',
        'The request takes too long on this site. Request less, or try again later.',
        503,
        {
          headers: { 'Retry-After': String(RETRY_AFTER_TIMEOUT) },
          cause: thrown,
        },
      )
    case 'too_large':
      return new RestError('rest_response_too_large', 'The records are too large for one response.', 400, {
        cause: thrown,
      })
    case 'full':
      return new RestError('rest_store_full', 'The site has no space left to store anything.', 507, { cause: thrown })
    case 'failed':
      return new RestError('rest_store_failed', 'Something went wrong on the server.', 500, { cause: thrown })
  }
}
