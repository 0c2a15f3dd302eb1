/**
 * Whether tests with thousands of cases try all of them: where `npm test` is given words, and with PLATEN_TESTS=all.
 * Otherwise each tries a part, another one in every run.
 */
export const triesAll = process.env['PLATEN_TESTS'] === 'all'

/** How many of so many cases are tried: all, or one of `share`. */
export const someOf = (count: number, share: number): number => (triesAll ? count : Math.ceil(count / share))

/** One for all processes of a run. */
const turn = Number(process.env['PLATEN_TURN'] ?? Date.now())

/** One of `share` cases, another one in every run; each `offset` selects others. */
export const alwaysInTurn = <T>(cases: readonly T[], share: number, offset = 0): readonly T[] =>
  cases.filter((_, at) => (at + turn + offset) % share === 0)

/** Those of some cases that are tried: all, or one of `share`; each `offset` selects others. */
export const inTurn = <T>(cases: readonly T[], share: number, offset = 0): readonly T[] =>
  triesAll ? cases : alwaysInTurn(cases, share, offset)
