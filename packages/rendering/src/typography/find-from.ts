/** The index of a mark at or after an index; the length of the text when there is none. */
export const findFrom = (text: string, mark: string, from: number): number => {
  const found = text.indexOf(mark, from)
  return found === -1 ? text.length : found
}
