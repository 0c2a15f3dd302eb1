/** A cache with a limit in bytes, as far as its users estimate them. */
export interface BoundedCache<V> {
  get(key: string): V | undefined
  /**
   * Caches a value; `bytes` is its size without the key. A value that takes too large a part of the cache is not
   * cached.
   */
  set(key: string, value: V, bytes: number): void
  clear(): void
}

interface Entry<V> {
  readonly value: V
  readonly bytes: number
}

/** The size of an entry beside its key and value. */
const ENTRY_BYTES = 128
/** A single entry takes at most this part of the cache: larger ones would evict all others. */
const LARGEST_PART = 4

/**
 * Creates an empty cache of at most `maxBytes` for hot paths. It has two generations, so that a hit costs one lookup;
 * what is not used while a generation fills up is dropped.
 */
export function createBoundedCache<V>(maxBytes: number): BoundedCache<V> {
  let recent = new Map<string, Entry<V>>()
  let older = new Map<string, Entry<V>>()
  let recentBytes = 0

  const add = (key: string, entry: Entry<V>) => {
    if (recentBytes + entry.bytes > maxBytes / 2) {
      older = recent
      recent = new Map()
      recentBytes = 0
    }
    recentBytes += entry.bytes
    recent.set(key, entry)
  }
  return {
    get(key) {
      const entry = recent.get(key)
      if (entry !== undefined) return entry.value
      const aged = older.get(key)
      if (aged === undefined) return undefined
      older.delete(key)
      add(key, aged)
      return aged.value
    },
    set(key, value, bytes) {
      const all = bytes + 2 * key.length + ENTRY_BYTES
      if (all > maxBytes / LARGEST_PART) return
      const known = recent.get(key)
      if (known !== undefined) recentBytes -= known.bytes
      older.delete(key)
      add(ownText(key), { value, bytes: all })
    },
    clear() {
      recent = new Map()
      older = new Map()
      recentBytes = 0
    },
  }
}

/**
 * Copies a string: engines let a substring retain the whole of the string that it was taken from, such as a request's
 * body.
 */
export const ownText = (text: string): string => ` ${text}`.slice(1)
