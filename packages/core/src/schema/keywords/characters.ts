/** How many characters a text has; one outside the basic plane counts once. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
