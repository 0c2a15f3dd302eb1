/** How many records of a kind were created, and how many were skipped because they already existed. */
export interface Tally {
  readonly created: number
  readonly skipped: number
}

/** The result of an import by kind, in file order: `authors`, `terms of category`, `posts of type page`, `comments`… */
export type ImportSummary = ReadonlyMap<string, Tally>

/** The kind of the terms of a taxonomy. */
export const termsOf = (taxonomy: string): string => `terms of ${taxonomy}`

/** The kind of the posts of a type. */
export const postsOf = (type: string): string => `posts of type ${type}`

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
