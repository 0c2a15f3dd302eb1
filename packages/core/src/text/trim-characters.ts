/** The characters that `\s` stands for in a regular expression. */
export const WHITE_SPACE =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/**
 * A text without the given characters at its start and its end. Each character of `characters` is a UTF-16 code unit.
 * Unlike an expression such as `/x+$/`, which starts again at each of them, it looks at no character twice.
 */
export const trimCharacters = (text: string, characters: string): string =>
  trimStartCharacters(trimEndCharacters(text, characters), characters)

/** The same at the start alone; see {@link trimCharacters}. */
export function trimStartCharacters(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start++
  return text.slice(start)
}

/** The same at the end alone; see {@link trimCharacters}. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
