/**
 * The building blocks of hostile texts: sequences that scanners, parsers and trimmers look for, repeated and never
 * finished.
 */
export const LONG_ALPHABETS: readonly string[] = [
  ...[' ', '\n', "'", '<', '&', '-', '['],
  ...['<a ', '<!-- wp:a {', '&#', '%e', '\u0301', '\u0301\u0323'],
]

/** The same, and more that is tried in shorter texts only. */
export const ALPHABETS: readonly string[] = [
  ...LONG_ALPHABETS,
  ...['"', '_', '%', '*', ',', '0', '/', '.', ']', '<!--more', '&amp', 'a@', 'a-1-', '🎈', '日', '"a', "a's ", '\\'],
]

/** With PLATEN_GROWTH=all every text gets as long as it may everywhere, which takes minutes. */
export const isWhole = process.env['PLATEN_GROWTH'] === 'all'

/** The maximum lengths of texts of the long alphabets and of the others. */
export const LONGEST = 1_000_000
const SHORTER = 30_000

/**
 * How long texts of a piece get in a place. Places that share most of their code take turns: each long text gets as long as
 * it may in one of them.
 */
export function longestOf(piece: string, place = '', sharing: readonly (readonly string[])[] = []): number {
  const at = LONG_ALPHABETS.indexOf(piece)
  if (at < 0) return SHORTER
  const places = sharing.find(each => each.includes(place)) ?? [place]
  return isWhole || at % places.length === places.indexOf(place) ? LONGEST : SHORTER
}

/** The same between other characters: what trims ends, or looks for an end, tries again at each piece. */
export const enclosed = (piece: string, length: number): string => memoized('x', piece, length)

/** A text of a length, of one piece again and again. */
export const repeated = (piece: string, length: number): string => memoized('', piece, length)

const made = new Map<string, string>()

/** Every target gets the same texts, so they are created once. */
function memoized(around: string, piece: string, length: number): string {
  const key = `${around} ${length} ${piece}`
  const known = made.get(key)
  if (known !== undefined) return known
  const text = Buffer.from(around + piece.repeat(Math.ceil(length / piece.length)) + around).toString()
  made.set(key, text)
  return text
}
