/** How many numbers are looked at first: nearly always one of them is free. */
const FIRST = 20
/** How many numbers are looked at one by one, so that gaps are filled. */
const EACH = 128
/** How many numbers one query names further up. */
const PROBES = 32

/** Yields candidate numbers, receives the first free one of them, and returns the number to use. */
export type NumberSearch = Generator<readonly number[], number, number | undefined>

/**
 * A free number from `from`: the lowest of the first 128, otherwise found by bisection, which may leave gaps. `own` is a
 * number that is free for whom the search is, and usually the result: a single query then.
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

/** What is left when somebody has taken the doubled numbers, too: one after the other. */
function* freeInRow(start: number): NumberSearch {
  for (let next = start, size = PROBES; ; next += size, size *= 2) {
    const found = yield numbersFrom(next, size)
    if (found !== undefined) return found
  }
}

const numbersFrom = (start: number, length: number) => Array.from({ length }, (_, i) => start + i)

/** Numbers that divide a range, its ends left out, into parts of about the same size. */
function numbersBetween(low: number, high: number): readonly number[] {
  const count = Math.min(PROBES, high - low - 1)
  return Array.from({ length: count }, (_, i) => low + Math.floor(((high - low) * (i + 1)) / (count + 1)))
}

/** A free text among those that `textOf` makes of numbers, chosen by `freeNumber`; `taken` returns which are taken. */
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
