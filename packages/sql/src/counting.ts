/** Numbers of matching records that were counted before, by what was counted. */
export interface Counts {
  get(revision: number, key: string): number | undefined
  set(revision: number, key: string, count: number): void
}

/** Keeps counts until anything is written: counting takes longer than reading a page of a long list. */
export function createCounts(capacity = 1000, longestKey = 2000): Counts {
  let counted = new Map<string, number>()
  let at = Number.NaN
  return {
    get: (revision, key) => (revision === at ? counted.get(key) : undefined),
    set(revision, key, count) {
      if (revision !== at || counted.size >= capacity) counted = new Map()
      at = revision
      if (key.length <= longestKey) counted.set(key, count)
    },
  }
}
