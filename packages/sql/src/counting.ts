import { createRevisionCache } from '@platen/core'

const MAX_BYTES = 2 * 1024 * 1024
/** Longer keys belong to requests that hardly come again. */
const LONGEST_KEY = 8000

/** Caches counts until anything is written: counting takes longer than reading a page of a long list. */
export function createCounts(maxBytes = MAX_BYTES) {
  const counted = createRevisionCache<number>(maxBytes)
  return {
    get: counted.get,
    set(revision: number, key: string, count: number) {
      if (key.length <= LONGEST_KEY) counted.set(revision, key, count, 16)
    },
  }
}
