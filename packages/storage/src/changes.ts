/** When collections were changed: commits are numbered in the order in which readers see them. */
export interface Changes {
  /**
   * The number of the last commit that changed one of the collections with these names (`options` for the options);
   * without names, of the last commit. What was read after commit n is current as long as this is at most n.
   */
  last(names?: Iterable<string>): number
}

/** For stores: counts the commits that change collections. */
export interface ChangeCounter extends Changes {
  /** Must be called for each commit, with the names of the changed collections; without names, anything may have changed. */
  committed(names?: Iterable<string>): void
}

/** Creates a counter of commits, none so far. */
export function createChangeCounter(): ChangeCounter {
  let count = 0
  let unknown = 0
  const byName = new Map<string, number>()
  return {
    last: names => (names === undefined ? count : lastChange(byName, names, unknown)),
    committed(names) {
      count++
      if (names === undefined) unknown = count
      else for (const name of names) byName.set(name, count)
    },
  }
}

/** For stores: the highest of the numbers of these names, at least `from`. Names without a number are skipped. */
export function lastChange(numbers: ReadonlyMap<string, number>, names: Iterable<string>, from: number): number {
  let last = from
  for (const name of names) last = Math.max(last, numbers.get(name) ?? 0)
  return last
}
