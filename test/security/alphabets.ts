/** What hostile texts are made of: what scanners, parsers and trimmers look for, repeated and never finished. */
export const LONG_ALPHABETS: readonly string[] = [
  ...[' ', '\n', "'", '<', '&', '-', '['],
  ...['<a ', '<!-- wp:a {', '&#', '%e', '\u0301'],
]

/** The same, and more that is tried in shorter texts only. */
export const ALPHABETS: readonly string[] = [
  ...LONG_ALPHABETS,
  ...['"', '_', '%', '*', ',', '0', '/', '.', ']', '<!--more', '&amp', 'a@', 'a-1-', '🎈', '日', '"a', "a's ", '\\'],
]

/** How long texts of the long alphabets get, and those of the others. */
export const LONGEST = 1_000_000
const SHORTER = 30_000

/** How long texts of a piece get. */
export const longestOf = (piece: string): number => (LONG_ALPHABETS.includes(piece) ? LONGEST : SHORTER)

/** The same between other characters: what trims ends, or looks for an end, tries again at each piece. */
export const enclosed = (piece: string, length: number): string => memoized('x', piece, length)

/** A text of a length, of one piece again and again. */
export const repeated = (piece: string, length: number): string => memoized('', piece, length)

const made = new Map<string, string>()

/** Every target gets the same texts: they are made once. */
function memoized(around: string, piece: string, length: number): string {
  const key = `${around} ${length} ${piece}`
  const known = made.get(key)
  if (known !== undefined) return known
  const text = Buffer.from(around + piece.repeat(Math.ceil(length / piece.length)) + around).toString()
  made.set(key, text)
  return text
}
