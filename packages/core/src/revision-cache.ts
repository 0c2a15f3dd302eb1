import { createBoundedCache } from './bounded-cache.js'

/** A cache of values that are derived from stored data. It contains only values of the revision that was last set. */
export interface RevisionCache<V> {
  get(revision: number, key: string): V | undefined
  /** Caches a value that was read at a revision, or later; `bytes` is its size without the key. */
  set(revision: number, key: string, value: V, bytes: number): void
}

/** Creates an empty cache of at most `maxBytes`, which is cleared when the revision changes. */
export function createRevisionCache<V>(maxBytes: number): RevisionCache<V> {
  const cache = createBoundedCache<V>(maxBytes)
  let at = Number.NaN
  return {
    get: (revision, key) => (revision === at ? cache.get(key) : undefined),
    set(revision, key, value, bytes) {
      if (revision !== at) cache.clear()
      at = revision
      cache.set(key, value, bytes)
    },
  }
}
