import { createBoundedCache } from '@platen/core'

const MAX_BYTES = 2 * 1024 * 1024
/** Longer keys belong to requests that hardly come again. */
const LONGEST_KEY = 2000

/** Caches counts until anything is written: counting takes longer than reading a page of a long list. */
export function createCounts(maxBytes = MAX_BYTES) {
  const counted = createBoundedCache<number>(maxBytes)
  let at = Number.NaN
  return {
    get: (revision: number, key: string) => (revision === at ? counted.get(key) : undefined),
    set(revision: number, key: string, count: number) {
      if (revision !== at) counted.clear()
      at = revision
      if (key.length <= LONGEST_KEY) counted.set(key, count, 16)
    },
  }
}
