import type { ResponseCache, RestResponse } from '@platen/core'
import { LRUCache } from 'lru-cache'
import type { Store } from './storage/index.js'

/** How much cached responses may take together unless a site says otherwise, in bytes. */
const DEFAULT_CACHE_SIZE = 64 * 1024 * 1024

/** What a response takes beside its text, its headers and its URL. */
const OVERHEAD = 1024

interface Kept {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Caches responses until anything is stored; the least recently used go first when there are too many. `wanted` is how
 * many bytes they may take together, `true` for a default; without it there is no cache. Throws a `RangeError` for a size
 * that is none.
 */
export function createResponseCache(
  store: Pick<Store, 'revision'>,
  wanted: boolean | number | undefined,
): ResponseCache | undefined {
  if (wanted === undefined || wanted === false || wanted === 0) return undefined
  const maxSize = wanted === true ? DEFAULT_CACHE_SIZE : wanted
  if (!Number.isSafeInteger(maxSize) || maxSize < 0) throw new RangeError(`a cache cannot hold ${maxSize} bytes`)
  const kept = new LRUCache<string, Kept>({
    maxSize,
    sizeCalculation: sizeOf,
  })
  let revision: number | undefined
  const isCurrent = () => {
    const current = revisionOf(store)
    if (current !== undefined && current === revision) return true
    kept.clear()
    revision = current
    return false
  }
  return {
    revision: () => revisionOf(store) ?? Number.NaN,
    get(key) {
      const found = isCurrent() ? kept.get(key) : undefined
      return found && answer(found)
    },
    set(key, response, begun) {
      const { status, headers } = response
      // What is kept is the text: an answer in process is a value that its caller may change.
      if (!headers['Content-Type']?.startsWith('application/json')) return
      if (isCurrent() && begun === revision) kept.set(key, { status, headers: { ...headers }, text: response.text() })
    },
  }
}

/** Characters take up to two bytes. */
function sizeOf({ text, headers }: Kept, key: string): number {
  let characters = text.length + key.length
  for (const name in headers) characters += name.length + (headers[name]?.length ?? 0)
  return 2 * characters + OVERHEAD
}

/** A store that cannot say what it is at is found out by whoever reads it next; nothing is kept meanwhile. */
function revisionOf(store: Pick<Store, 'revision'>): number | undefined {
  try {
    return store.revision()
  } catch {
    return undefined
  }
}

function answer({ status, headers, text }: Kept): RestResponse {
  let body: unknown
  return {
    status,
    headers: { ...headers },
    get body() {
      if (body === undefined && text !== '') body = JSON.parse(text)
      return body
    },
    text: () => text,
  }
}
