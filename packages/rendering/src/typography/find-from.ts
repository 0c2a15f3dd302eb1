/** The next index of a mark, or the length of the text if there is none. */
export const findFrom = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found
}
