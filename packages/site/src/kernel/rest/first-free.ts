/** The number of candidates that are checked first: nearly always one of them is free, and stores look up few faster. */
const FIRST = 8
/** The number of candidates that are checked one by one, so that gaps are filled. */
const EACH = 128
/** The number of candidates per query beyond that. */
const PROBES = 32

/** Yields candidate numbers, receives the first free one, and returns the number to use. */
export type NumberSearch = Generator<readonly number[], number, number | undefined>

/**
 * Finds a free number from `from` on: the lowest of the first 128, otherwise one found by bisection, which may leave
 * gaps. `own` is the number that the caller already has, which counts as free and is usually the result; then a single
 * query is enough.
 */
export function* freeNumber(from: number, own?: number): NumberSearch {
  const start = from + EACH
  if (own !== undefined && own >= from) {
    const found = yield own < start ? numbersFrom(from, own - from + 1) : [...numbersFrom(from, EACH), own - 1, own]
    if (found !== undefined && (found < start || found === own)) return found
  } else {
    const found = yield numbersFrom(from, FIRST)
    if (found !== undefined) return found
  }

  const doubled = Array.from({ length: PROBES }, (_, i) => start * 2 ** i)
  let free = yield [...numbersFrom(from + FIRST, EACH - FIRST), ...doubled]
  if (free === undefined) return yield* freeInRow(start + 1)
  if (free < start) return free

  let taken = free === start ? start - 1 : free / 2
  while (free - taken > 1) {
    const between = numbersBetween(taken, free)
    const next: number | undefined = yield between
    const last = next === undefined ? between.length : between.indexOf(next)
    taken = between[last - 1] ?? taken
    free = next ?? free
  }
  return free
}

/** The fallback if the doubled numbers are taken, too: one number after the other. */
function* freeInRow(start: number): NumberSearch {
  for (let next = start, size = PROBES; ; next += size, size *= 2) {
    const found = yield numbersFrom(next, size)
    if (found !== undefined) return found
  }
}

const numbersFrom = (start: number, length: number) => Array.from({ length }, (_, i) => start + i)

/** Numbers that divide a range into parts of about the same size, excluding its ends. */
function numbersBetween(low: number, high: number): readonly number[] {
  const count = Math.min(PROBES, high - low - 1)
  return Array.from({ length: count }, (_, i) => low + Math.floor(((high - low) * (i + 1)) / (count + 1)))
}

/**
 * Finds a free text among those that `textOf` creates from numbers, chosen by `freeNumber`; `taken` returns the texts
 * that are taken.
 */
export async function firstFree(
  from: number,
  textOf: (number: number) => string,
  taken: (texts: readonly string[]) => Promise<ReadonlySet<string>>,
  own?: number,
): Promise<string> {
  const search = freeNumber(from, own)
  let step = search.next()
  while (!step.done) {
    const numbers = step.value
    const used = await taken(numbers.map(textOf))
    step = search.next(numbers.find(number => !used.has(textOf(number))))
  }
  return textOf(step.value)
}
