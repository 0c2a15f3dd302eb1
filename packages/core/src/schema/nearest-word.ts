/** A part of a word counts as this many edits: a word with a single typo is more likely. */
const PART = 2

/**
 * The word that a misspelt one probably stands for, ignoring case: one that it abbreviates or extends, or else the one
 * with the smallest edit distance; undefined if all are too different.
 */
export function nearestWord(given: string, words: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const word of words) {
    const edits = wordDistance(given, word) ?? Number.POSITIVE_INFINITY
    if (edits < fewest) {
      fewest = edits
      nearest = word
    }
  }
  return nearest
}

/** How many edits make a word of another one, ignoring case; undefined if they are too different. */
export function wordDistance(given: string, word: string): number | undefined {
  // A longer name is not a typo, and not worth the time.
  const text = given.slice(0, 64).toLowerCase()
  const known = word.toLowerCase()
  // If more than half of the characters differ, nothing shows which word was meant.
  const most = Math.ceil(text.length / 2)
  const part = isPart(text, known) ? PART : Number.POSITIVE_INFINITY
  const edits = Math.abs(text.length - known.length) > most ? part : Math.min(editDistance(text, known), part)
  return edits > most ? undefined : edits
}

/** Whether one of two words begins with the other, and the shorter one is more than an initial. */
const isPart = (one: string, other: string) =>
  Math.min(one.length, other.length) > 2 && (one.startsWith(other) || other.startsWith(one))

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
