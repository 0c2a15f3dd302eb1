/**
 * Removes the given characters, each a UTF-16 code unit, from the start and the end of a text. It takes linear time,
 * unlike an expression such as `/x+$/`.
 */
export const trimCharacters = (text: string, characters: string): string =>
  trimStartCharacters(trimEndCharacters(text, characters), characters)

/** Like {@link trimCharacters}, at the start only. */
export function trimStartCharacters(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start++
  return text.slice(start)
}

/** Like {@link trimCharacters}, at the end only. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
