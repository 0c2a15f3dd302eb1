import { compareText } from '@platen/storage'

const rankOfKind = (value: unknown) => (typeof value === 'number' ? 2 : typeof value === 'string' ? 1 : 0)

/**
 * A total order of values: first everything that is neither text nor number (mainly `null`), then texts, then numbers.
 */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return rankOfKind(a) - rankOfKind(b)
}
