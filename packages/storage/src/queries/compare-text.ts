/** Compares texts by code points, as stores sort them; JavaScript's own order is that of UTF-16 units. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left !== right) return pastSurrogates(left) - pastSurrogates(right)
  }
  return a.length - b.length
}

// Surrogates represent code points above all others, although some code units are greater than they are.
const pastSurrogates = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
