/** A source of choices that are the same for the same seed. */
export interface Choices {
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Up to `most` picks. */
  some<T>(from: readonly T[], most: number): T[]
}

/** Makes choices with the generator known as mulberry32. */
export function randomChoices(seed: number): Choices {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  // The list may contain `undefined`.
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  return {
    below,
    chance: probability => next() < probability,
    pick,
    some: (from, most) => Array.from({ length: below(most + 1) }, () => pick(from)),
  }
}
