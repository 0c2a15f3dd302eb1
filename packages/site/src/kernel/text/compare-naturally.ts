const encoder = new TextEncoder()

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13)
const upper = (byte: number): number => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte)

/** The position of the first byte that is not white space, at or after a position. */
function afterSpaces(bytes: Uint8Array, start: number): number {
  let end = start
  while (isSpace(bytes[end])) end += 1
  return end
}

/** The position after the digits that start at a position. */
function afterDigits(bytes: Uint8Array, start: number): number {
  let end = start
  while (isDigit(bytes[end])) end += 1
  return end
}

/** The position after the zeros before the number that a name begins with. */
function afterZeros(bytes: Uint8Array): number {
  let start = 0
  while (bytes[start] === 0x30 && isDigit(bytes[start + 1])) start += 1
  return start
}

/** Compares the digits that start at two positions: as integers, or as decimal places if one of them begins with zero. */
function compareDigits(a: Uint8Array, b: Uint8Array, atA: number, atB: number): number {
  const [lengthA, lengthB] = [afterDigits(a, atA) - atA, afterDigits(b, atB) - atB]
  const arePlaces = a[atA] === 0x30 || b[atB] === 0x30
  if (!arePlaces && lengthA !== lengthB) return lengthA - lengthB
  for (let i = 0; i < Math.min(lengthA, lengthB); i += 1) {
    const difference = (a[atA + i] ?? 0) - (b[atB + i] ?? 0)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

/**
 * Compares names as tag clouds sort them: numbers by value, without regard to white space and to the case of ASCII, and
 * other characters by their code points.
 */
export function compareNaturally(nameA: string, nameB: string): number {
  const [a, b] = [encoder.encode(nameA), encoder.encode(nameB)]
  let [atA, atB] = [afterZeros(a), afterZeros(b)]
  while (atA < a.length && atB < b.length) {
    atA = afterSpaces(a, atA)
    atB = afterSpaces(b, atB)
    if (isDigit(a[atA]) && isDigit(b[atB])) {
      const difference = compareDigits(a, b, atA, atB)
      if (difference !== 0) return difference
      atA = afterDigits(a, atA)
      atB = afterDigits(b, atB)
    } else {
      const difference = upper(a[atA] ?? 0) - upper(b[atB] ?? 0)
      if (difference !== 0) return difference
      atA += 1
      atB += 1
    }
  }
  return a.length - atA - (b.length - atB)
}
