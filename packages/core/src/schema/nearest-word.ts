/** The word with the smallest edit distance from a given one, ignoring case; undefined when there are no words. */
export function nearestWord(given: string, words: Iterable<string>): string | undefined {
  // A longer name is not a typo, and not worth the time.
  const text = given.slice(0, 64).toLowerCase()
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const word of words) {
    const edits = editDistance(text, word.toLowerCase())
    if (edits < fewest) {
      fewest = edits
      nearest = word
    }
  }
  return nearest
}

/** The Levenshtein distance: how many characters must be inserted, removed or replaced. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const replaced = (above[column - 1] ?? 0) + (same ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[to.length] ?? 0
}
