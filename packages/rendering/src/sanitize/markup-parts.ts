/** Finds a string at or after increasing indexes; each part of the text is searched only once. */
const finder = (text: string, wanted: string): ((from: number) => number) => {
  let known = -1
  return from => {
    if (known < from) {
      const index = text.indexOf(wanted, from)
      known = index === -1 ? Number.POSITIVE_INFINITY : index
    }
    return known
  }
}

const tag = /<[^<>]*>/g

/**
 * The parts of a text that the sanitizer reads as tags or comments, in order, with their indexes. A comment ends with
 * `-->` on its line. Without one, it ends with the text if its line is the last one, and otherwise with the next `>`.
 * An end tag without a name has at least one character before its `>`, so that `</>` extends to the next one. A `<`
 * that is followed by another one before a `>` does not begin a part.
 */
export function* markupParts(text: string): Generator<{ readonly start: number; readonly part: string }> {
  const nextEnd = finder(text, '>')
  const nextCommentEnd = finder(text, '-->')
  const nextLineEnd = finder(text, '\n')

  const endOfComment = (bodyStart: number, tagEnd: number): number => {
    const [commentEnd, lineEnd] = [nextCommentEnd(bodyStart), nextLineEnd(bodyStart)]
    if (commentEnd < lineEnd) return commentEnd + '-->'.length
    return lineEnd >= text.length - 1 ? Math.min(lineEnd, text.length) : tagEnd
  }

  let done = 0
  for (const { 0: found, index: start } of text.matchAll(tag)) {
    if (start < done) continue
    done = start + found.length
    if (found.startsWith('<!--')) done = endOfComment(start + '<!--'.length, done)
    else if (found === '</>' && nextEnd(done) < text.length) done = nextEnd(done) + 1
    yield { start, part: text.slice(start, done) }
  }
}
