/** A cache with a limit in bytes. Callers estimate the sizes of values. */
export interface BoundedCache<V> {
  get(key: string): V | undefined
  /** Caches a value; `bytes` is its size without the key. A value of more than a quarter of the cache is not cached. */
  set(key: string, value: V, bytes: number): void
  delete(key: string): void
  clear(): void
}

interface Entry<V> {
  readonly value: V
  readonly bytes: number
}

/** The size of an entry without its key and value. */
const ENTRY_BYTES = 128
/** An entry takes at most this fraction of the cache: a larger one would evict all others. */
const LARGEST_PART = 4

/**
 * Creates an empty cache of at most `maxBytes`. It has two generations, so that a hit takes one lookup; entries that are
 * not used while a generation fills up are dropped.
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
  const remove = (key: string) => {
    recentBytes -= recent.get(key)?.bytes ?? 0
    recent.delete(key)
    older.delete(key)
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
      const size = bytes + 2 * key.length + ENTRY_BYTES
      if (size > maxBytes / LARGEST_PART) return
      remove(key)
      add(copyText(key), { value, bytes: size })
    },
    delete: remove,
    clear() {
      recent = new Map()
      older = new Map()
      recentBytes = 0
    },
  }
}

/**
 * Copies a string. A substring would keep the whole string that it was taken from in memory, such as the body of a
 * request.
 */
export const copyText = (text: string): string => ` ${text}`.slice(1)
