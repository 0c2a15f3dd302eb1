/** How many records of a kind were added, and how many were already present. */
export interface Tally {
  readonly created: number
  readonly skipped: number
}

/** The result of an import by kind (`authors`, `terms of category`, `posts of type page`, `comments` …), in file order. */
export type ImportSummary = ReadonlyMap<string, Tally>

/** The counters of an import. */
export interface Tallies {
  add(kind: string, outcome: keyof Tally, count?: number): void
  summary(): ImportSummary
}

/** Creates the counters of an import. */
export function createTallies(): Tallies {
  const tallies = new Map<string, Tally>()
  return {
    add(kind, outcome, count = 1) {
      const before = tallies.get(kind) ?? { created: 0, skipped: 0 }
      if (count > 0) tallies.set(kind, { ...before, [outcome]: before[outcome] + count })
    },
    summary: () => new Map(tallies),
  }
}
