// A character is one or two units of `length`, so most texts need no counting, and none longer than twice the limit.

/** Whether a text has more than `max` characters; one outside the Basic Multilingual Plane counts once. */
export const hasMoreCharacters = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || countCharacters(text) > max)

/** Whether a text has fewer than `min` characters; one outside the Basic Multilingual Plane counts once. */
export const hasFewerCharacters = (text: string, min: number): boolean =>
  text.length < 2 * min && (text.length < min || countCharacters(text) < min)

function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
