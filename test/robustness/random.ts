/** A source of numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number
  /** A whole number, both bounds included. */
  int(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  /** True that often. */
  chance(share: number): boolean
  /** So many of what a function makes. */
  several<T>(least: number, most: number, make: () => T): T[]
}

/** The seed of random tests: always the same, unless the environment variable `PLATEN_SEED` has another. */
export const chooseSeed = (seed = 1): number => Number(process.env['PLATEN_SEED'] ?? seed)

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    pick: list => list[int(0, list.length - 1)] as never,
    chance: share => next() < share,
    several: (least, most, make) => Array.from({ length: int(least, most) }, make),
  }
}
