/** A cache of at most so many bytes, as far as those who fill it can tell. */
export interface BoundedCache<V> {
  get(key: string): V | undefined
  /** Caches a value; `bytes` is what it takes beside its key. What takes too large a part of the cache is not cached. */
  set(key: string, value: V, bytes: number): void
  clear(): void
}

interface Entry<V> {
  readonly value: V
  readonly bytes: number
}

/** What an entry takes beside its key and its value. */
const ENTRY_BYTES = 128
/** The part of the cache that a single entry may take: larger ones would drive out all others. */
const LARGEST_PART = 4

/**
 * Creates an empty cache that holds at most `maxBytes`, for hot paths: it has two generations, so that a hit costs no
 * more than a look into a map. What was not used while a generation filled up is dropped.
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

/** A copy of a text: engines let a part of a text hold on to the whole of it, such as a request's body. */
export const ownText = (text: string): string => ` ${text}`.slice(1)
