/** Finds a string at or after ever higher indexes, and searches no part of the text twice. */
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
 * The parts of a text that are tags or comments as the sanitizer sees them, in order, with their indexes. A comment ends
 * with `-->` or, without it, where its line is the last one, with the text; elsewhere with the next `>`. What begins as an
 * end tag without a name has at least one character before its `>`, so that `</>` reaches to the next one. A `<` with
 * another one before its `>` begins nothing.
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
