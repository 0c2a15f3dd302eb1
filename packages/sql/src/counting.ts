import { createBoundedCache } from '@platen/core'

/** Numbers of matching records that were counted before, by what was counted. */
export interface Counts {
  get(revision: number, key: string): number | undefined
  set(revision: number, key: string, count: number): void
}

const MAX_BYTES = 2 * 1024 * 1024
/** Longer keys belong to requests that hardly come again. */
const LONGEST_KEY = 2000

/** Caches counts until anything is written: counting takes longer than reading a page of a long list. */
export function createCounts(maxBytes = MAX_BYTES): Counts {
  const counted = createBoundedCache<number>(maxBytes)
  let at = Number.NaN
  return {
    get: (revision, key) => (revision === at ? counted.get(key) : undefined),
    set(revision, key, count) {
      if (revision !== at) counted.clear()
      at = revision
      if (key.length <= LONGEST_KEY) counted.set(key, count, 16)
    },
  }
}
