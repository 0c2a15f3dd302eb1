/** Rows by key, and by the keys of named indexes. */
export interface Rows<K, R> {
  get(key: K): R | undefined
  all(): Iterable<R>
  /** The rows whose key in an index is this one. */
  lookup(index: string, key: unknown): Iterable<R>
  put(key: K, row: R): void
  drop(key: K): void
}

/** Names of indexes and how each gets its key from a row. */
export type Indexes<R> = Readonly<Record<string, (row: R) => unknown>>

/** An overlay of rows: the rows below do not change until `merge` is called. */
export interface Overlay<K, R> extends Rows<K, R> {
  /** Writes all changes into the rows below, and returns whether there were any. */
  merge(): boolean
}

export function createRows<K, R>(indexes: Indexes<R>): Rows<K, R> {
  const rows = new Map<K, R>()
  const keysOf = Object.entries(indexes)
  const buckets = new Map(keysOf.map(([name]) => [name, new Map<unknown, Map<K, R>>()]))

  const drop = (key: K) => {
    const row = rows.get(key)
    if (row === undefined) return
    rows.delete(key)
    for (const [name, keyOf] of keysOf) {
      const index = buckets.get(name)
      const bucket = index?.get(keyOf(row))
      bucket?.delete(key)
      if (bucket?.size === 0) index?.delete(keyOf(row))
    }
  }
  return {
    get: key => rows.get(key),
    all: () => rows.values(),
    lookup: (index, key) => buckets.get(index)?.get(key)?.values() ?? [],
    put(key, row) {
      drop(key)
      rows.set(key, row)
      for (const [name, keyOf] of keysOf) {
        const index = buckets.get(name)
        const bucket = index?.get(keyOf(row))
        if (bucket) bucket.set(key, row)
        else index?.set(keyOf(row), new Map([[key, row]]))
      }
    },
    drop,
  }
}

/** Creates an overlay. Overlays can be nested, so that a single write within a transaction can fail as a whole. */
export function createOverlay<K, R>(below: Rows<K, R>, indexes: Indexes<R>, keyOf: (row: R) => K): Overlay<K, R> {
  const own = createRows<K, R>(indexes)
  const touched = new Set<K>()

  function* visible(ownRows: Iterable<R>, rowsBelow: Iterable<R>): Iterable<R> {
    for (const row of rowsBelow) if (!touched.has(keyOf(row))) yield row
    yield* ownRows
  }
  return {
    get: key => (touched.has(key) ? own.get(key) : below.get(key)),
    all: () => visible(own.all(), below.all()),
    // Without writes, there is nothing to compare: the values of a list are looked up one by one.
    lookup: (index, key) =>
      touched.size === 0 ? below.lookup(index, key) : visible(own.lookup(index, key), below.lookup(index, key)),
    put(key, row) {
      touched.add(key)
      own.put(key, row)
    },
    drop(key) {
      touched.add(key)
      own.drop(key)
    },
    merge() {
      for (const key of touched) {
        const row = own.get(key)
        if (row === undefined) below.drop(key)
        else below.put(key, row)
      }
      return touched.size > 0
    },
  }
}
