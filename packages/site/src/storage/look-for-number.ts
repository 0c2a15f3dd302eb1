/** How many numbers are looked at first: nearly always one of them is free. */
const FIRST = 20
const GROWTH = 8

/**
 * Calls `look` with numbers from `from` on until it finds something. Each call gets eight times as many as the one before,
 * so that 1,000 numbers that are taken cost three queries and not fifty.
 */
export async function lookForNumber<T>(
  from: number,
  look: (numbers: readonly number[]) => Promise<T | undefined>,
): Promise<T> {
  for (let start = from, size = FIRST; ; start += size, size *= GROWTH) {
    const first = start
    const found = await look(Array.from({ length: size }, (_, i) => first + i))
    if (found !== undefined) return found
  }
}
