import { preconditionFailed, RestError } from '@platen/core'
import { StoreError } from './store-error.js'

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
    case 'full':
      return new RestError('rest_store_full', 'The site has no room left to store anything.', 507, { cause: thrown })
    case 'failed':
      return new RestError('rest_store_failed', 'Something went wrong on the server.', 500, { cause: thrown })
  }
}
