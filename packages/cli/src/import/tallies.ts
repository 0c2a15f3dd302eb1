/** How many things of a kind were added, and how many were there already. */
export interface Tally {
  readonly created: number
  readonly skipped: number
}

/** What an import did: kinds such as `authors`, `terms of category`, `posts of type page` and `comments`, as they came. */
export type ImportSummary = ReadonlyMap<string, Tally>

/** Counts while an import runs. */
export interface Tallies {
  add(kind: string, outcome: keyof Tally, count?: number): void
  summary(): ImportSummary
}

/** Starts to count. */
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
