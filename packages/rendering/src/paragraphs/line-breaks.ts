import { isWhiteSpace } from '../text/ascii.js'
import { type Chunk, endsText, isMarkup } from './paragraph-chunks.js'

const BREAK = '<br />'
const plainBreak = /<br\/?>/g
const leadingBreak = /^[ \t\n\r\f\v]*<br \/>/

/** Inserts `<br />` before each line end without one, and removes white space before it. */
export const breakLines = (text: string): string => {
  let result = ''
  let done = 0
  for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', done)) {
    let start = newline
    while (start > done && isWhiteSpace(text.charCodeAt(start - 1))) start--
    let end = newline + 1
    for (let next = end; next < text.length && isWhiteSpace(text.charCodeAt(next)); next++) {
      if (text[next] === '\n') end = next + 1
    }
    if (text.endsWith(BREAK, start) && start >= BREAK.length) start++
    result += start < end ? `${text.slice(done, start)}${BREAK}\n` : text.slice(done, end)
    done = end
  }
  return result + text.slice(done)
}

const writeText = (chunk: Chunk, before: Chunk | undefined, after: Chunk | undefined): string => {
  let text = breakLines(chunk.text.replace(plainBreak, BREAK))
  if (!text.includes(BREAK)) return text
  if (isMarkup(before)) text = text.replace(leadingBreak, '')
  if (after !== undefined && endsText(after)) text = dropTrailingBreak(text)
  return text
}

const dropTrailingBreak = (text: string): string => {
  let end = text.length
  while (end > 0 && isWhiteSpace(text.charCodeAt(end - 1))) end--
  return text.endsWith(BREAK, end) ? text.slice(0, end - BREAK.length) + text.slice(end) : text
}

/** Writes chunks with `<br />` at line ends, except next to block elements. */
export const writeLines = (chunks: readonly Chunk[]): string => {
  let result = ''
  chunks.forEach((chunk, index) => {
    result += isMarkup(chunk) ? chunk.text : writeText(chunk, chunks[index - 1], chunks[index + 1])
  })
  return result
}
