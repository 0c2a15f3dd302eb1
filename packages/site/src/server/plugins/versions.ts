const VERSION = /^\d{1,9}(?:\.\d{1,9}){0,3}(?:-[\w.]{1,40})?$/

/** Whether a text is a version such as `2.0.1` or `2.1-beta`. */
export const isVersion = (text: string): boolean => VERSION.test(text)

const numbersOf = (version: string): readonly number[] => (version.split('-')[0] ?? '').split('.').map(Number)

/**
 * Compares the numbers of two versions; a prerelease such as `2.1-beta` comes before the release with the same numbers.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(b.includes('-')) - Number(a.includes('-'))
}
