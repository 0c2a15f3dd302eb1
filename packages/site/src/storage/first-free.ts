/** How many numbers are looked at first: nearly always one of them is free. */
const FIRST = 20
const GROWTH = 8
/** How often the first number is doubled to find out how far to look. */
const DOUBLINGS = 20

/**
 * The lowest free one of the texts that `textOf` makes of the numbers from `from` on; `taken` says which of some are not
 * free. What is asked at once grows eightfold, and no further than the first doubling of a number that is free: `n` numbers
 * that are taken in a row cost a few queries, which name `2n` of them. Gaps and numbers taken far off change nothing: each
 * lower number is looked at.
 */
export async function firstFree(
  from: number,
  textOf: (number: number) => string,
  taken: (texts: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string> {
  const lowest = async (texts: readonly string[]) => {
    const used = await taken(texts)
    return texts.findIndex(text => !used.has(text))
  }
  const inRow = (start: number, end: number) => {
    const texts: string[] = []
    for (let number = start; number < end; number++) texts.push(textOf(number))
    return texts
  }
  const next = from + FIRST
  const found = await lowest(inRow(from, next))
  if (found >= 0) return textOf(from + found)
  const doubled = await lowest(Array.from({ length: DOUBLINGS }, (_, i) => textOf(next * 2 ** i)))
  const last = doubled < 0 ? Number.POSITIVE_INFINITY : next * 2 ** doubled
  for (let start = next, size = FIRST * GROWTH; ; start += size, size *= GROWTH) {
    const at = await lowest(inRow(start, Math.min(start + size, last + 1)))
    if (at >= 0) return textOf(start + at)
  }
}
