/** The order of text is that of code points, as in UTF-8; JavaScript's own is that of UTF-16 units. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) return pastSurrogates(left) - pastSurrogates(right)
  }
  return a.length - b.length
}

// Surrogates stand for code points above all others, though some units are greater than they are.
const pastSurrogates = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

const rankOfKind = (value: unknown) => (typeof value === 'number' ? 2 : typeof value === 'string' ? 1 : 0)

/** A total order of values: whatever is neither text nor number (`null` above all) first, then texts, then numbers. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return rankOfKind(a) - rankOfKind(b)
}
