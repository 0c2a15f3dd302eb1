import { preconditionFailed, RestError } from '@platen/core'
import { StoreError } from './store-error.js'

/** After how many seconds a query that took too long may be sent again: the same one soon would take as long. */
const RETRY_AFTER = 30

/** What a store's refusal means to a client, where no resource has said it better. */
export function translateStoreError(thrown: unknown): RestError | undefined {
  if (!(thrown instanceof StoreError)) return undefined
  switch (thrown.code) {
    case 'version':
      return preconditionFailed()
    case 'conflict':
      return new RestError('rest_conflict', 'Another record has this value already.', 409, { cause: thrown })
    case 'not_found':
      return new RestError('rest_gone', 'It was removed while the request was on its way.', 404, { cause: thrown })
    case 'unavailable':
      return new RestError('rest_store_unavailable', 'The site is busy. Try again in a moment.', 503, { cause: thrown })
    case 'timeout':
      return new RestError(
        'rest_store_timeout',
        'That takes too long on this site. Request less, or try again later.',
        503,
        {
          headers: { 'Retry-After': String(RETRY_AFTER) },
          cause: thrown,
        },
      )
    case 'full':
      return new RestError('rest_store_full', 'The site has no room left to store anything.', 507, { cause: thrown })
    case 'failed':
      return new RestError('rest_store_failed', 'Something went wrong on the server.', 500, { cause: thrown })
  }
}
