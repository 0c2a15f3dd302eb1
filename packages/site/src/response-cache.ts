import type { ResponseCache, RestResponse } from '@platen/core'
import { LRUCache } from 'lru-cache'
import type { Store } from './storage/index.js'

/** How much kept answers may hold together unless a site says otherwise, in characters. */
export const DEFAULT_CACHE_SIZE = 32 * 1024 * 1024

/** Keeps answers until anything is stored, the least used go first when there are too many. `size` is in characters. */
export function createResponseCache(store: Pick<Store, 'revision'>, size: number = DEFAULT_CACHE_SIZE): ResponseCache {
  const kept = new LRUCache<string, RestResponse>({ maxSize: size, sizeCalculation: response => response.text().length + 1024 })
  let revision = store.revision()
  const isCurrent = () => {
    const current = store.revision()
    if (current === revision) return true
    kept.clear()
    revision = current
    return false
  }
  return {
    mark: () => store.revision(),
    get: key => (isCurrent() ? kept.get(key) : undefined),
    set(key, response, mark) {
      if (isCurrent() && mark === revision) kept.set(key, response)
    },
  }
}
