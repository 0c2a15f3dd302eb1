import { findShortcodes, mayHoldShortcodes } from '../shortcodes/shortcode-parser.js'
import { isWhiteSpace } from '../text/ascii.js'

const OPENING = '<p>'
const NO_BREAK = '&nbsp;'
const closing = /(?:\s|&nbsp;)*<\/p>/y

const skipSpaceBack = (html: string, index: number, from: number): number => {
  let end = index
  for (;;) {
    if (end > from && isWhiteSpace(html.charCodeAt(end - 1))) end--
    else if (end - NO_BREAK.length >= from && html.endsWith(NO_BREAK, end)) end -= NO_BREAK.length
    else return end
  }
}

/** The start of a paragraph whose content begins at an index; -1 if there is none. */
const paragraphStart = (html: string, index: number, from: number): number => {
  const start = skipSpaceBack(html, index, from) - OPENING.length
  return start >= from && html.startsWith(OPENING, start) ? start : -1
}

/** Removes paragraphs that consist of a single shortcode, since its HTML may be a block element. */
export const unwrapShortcodes = (html: string, tags: ReadonlySet<string>): string => {
  if (!mayHoldShortcodes(html, tags) || !html.includes(OPENING)) return html
  let result = ''
  let done = 0
  for (const { start, end, extraStart, extraEnd } of findShortcodes(html, tag => tags.has(tag))) {
    const paragraph = extraStart || extraEnd ? -1 : paragraphStart(html, start, done)
    closing.lastIndex = end
    if (paragraph === -1 || !closing.test(html)) continue
    result += html.slice(done, paragraph) + html.slice(start, end)
    done = closing.lastIndex
  }
  return result + html.slice(done)
}
