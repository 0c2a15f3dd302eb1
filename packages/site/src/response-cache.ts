import type { ResponseCache, RestResponse } from '@platen/core'
import { LRUCache } from 'lru-cache'
import type { Store } from './storage/index.js'

/** The default size of the cache in bytes. */
const DEFAULT_CACHE_SIZE = 64 * 1024 * 1024

/** The estimated size of an entry in bytes without its text, headers and URL. */
const OVERHEAD = 1024

interface CachedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly encoded: Uint8Array | undefined
}

/**
 * Creates an LRU cache of responses, cleared whenever the store changes, of `size` bytes (`true`: 64 MiB); none without
 * a size. Throws a `RangeError` for an invalid one.
 */
export function createResponseCache(
  store: Pick<Store, 'revision'>,
  size: boolean | number | undefined,
): ResponseCache | undefined {
  if (size === undefined || size === false || size === 0) return undefined
  const maxSize = size === true ? DEFAULT_CACHE_SIZE : size
  if (!Number.isSafeInteger(maxSize) || maxSize < 0) throw new RangeError(`invalid cache size: ${maxSize}`)
  const responses = new LRUCache<string, CachedResponse>({
    maxSize,
    sizeCalculation: sizeOf,
  })
  let revision: number | undefined
  const isCurrent = () => {
    const current = revisionOf(store)
    if (current !== undefined && current === revision) return true
    responses.clear()
    revision = current
    return false
  }
  return {
    revision: () => revisionOf(store) ?? Number.NaN,
    get(key) {
      const found = isCurrent() ? responses.get(key) : undefined
      return found && restore(found)
    },
    set(key, response, begun) {
      const { status, headers, encoded } = response
      // Cache the text: callers in process may mutate the body of a response.
      if (!headers['Content-Type']?.startsWith('application/json')) return
      if (isCurrent() && begun === revision)
        responses.set(key, { status, headers: { ...headers }, text: response.text(), encoded })
    },
  }
}

/** The estimated size in bytes: characters take up to two bytes. */
function sizeOf({ text, encoded, headers }: CachedResponse, key: string): number {
  let characters = text.length + key.length
  for (const name in headers) characters += name.length + (headers[name]?.length ?? 0)
  return 2 * characters + (encoded?.length ?? 0) + OVERHEAD
}

/** Returns `undefined` if the store fails: nothing is cached then, and the next read reports the error. */
function revisionOf(store: Pick<Store, 'revision'>): number | undefined {
  try {
    return store.revision()
  } catch {
    return undefined
  }
}

function restore({ status, headers, text, encoded }: CachedResponse): RestResponse {
  let body: unknown
  return {
    status,
    headers: { ...headers },
    get body() {
      if (body === undefined && text !== '') body = JSON.parse(text)
      return body
    },
    text: () => text,
    encoded,
  }
}
