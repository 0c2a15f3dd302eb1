import { trimCharacters } from '@platen/core'
import { blockTag } from '../html/block-elements.js'
import { inlineTag } from '../html/inline-elements.js'
import { breakLines, writeLines } from './line-breaks.js'
import { cleanParagraphs, cutChunks } from './paragraph-chunks.js'
import { tightenTags } from './tight-tags.js'

/** A noncharacter that replaces line ends within tags and scripts while paragraphs are created. */
const MASKED_NEWLINE = '\ufdd0'

const doubleBreak = /<br[ \t\n\r\f\v]*\/?>[ \t\n\r\f\v]*<br[ \t\n\r\f\v]*\/?>/g
const blankLine = /\n[ \t\n\r\f\v]*\n/
const verbatimStart = /<(script|style|svg|math)\b/g
const startsBlank = /^[ \t\n\r\f\v]*\n/
const isBlank = /^[ \t\n\r\v\0]*$/
const preformattedMark = /<pre (\d+)><\/pre>/g

const maskNewlines = (text: string): string => text.replaceAll('\n', MASKED_NEWLINE)

/**
 * Whether all tags of a text are within its lines, which then only have to be wrapped: texts without blocks take half the
 * time to render, and a list of them a fifth less when nothing is cached.
 */
const hasOnlyInlineTags = (text: string): boolean => {
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', inlineTag.lastIndex)) {
    inlineTag.lastIndex = start
    if (!inlineTag.test(text)) return false
  }
  return true
}

/** Cuts out preformatted text, whose white space must not change, and leaves numbered empty elements. */
const cutPreformatted = (text: string, preformatted: string[]): string => {
  if (!text.includes('<pre')) return text
  const parts = text.split('</pre>')
  const rest = parts.pop() ?? ''
  let result = ''
  for (const part of parts) {
    const start = part.indexOf('<pre')
    if (start === -1) result += part
    else {
      result += `${part.slice(0, start)}<pre ${preformatted.length}></pre>`
      preformatted.push(`${part.slice(start)}</pre>`)
    }
  }
  return result + rest
}

/** Returns each preformatted text once, since the content may contain text that looks like its placeholder. */
const takePreformatted = (preformatted: string[], index: number): string => {
  const block = preformatted[index] ?? ''
  if (block !== '') preformatted[index] = ''
  return block
}

const separateBlocks = (text: string): string =>
  text.replace(blockTag, found => (found.startsWith('</') ? `${found}\n\n` : `\n\n${found}`))

const separateRules = (text: string): string => (text.includes('<hr') ? text.replace(/<hr\s*\/?>/g, '$&\n\n') : text)

const splitDoubleBreaks = (text: string): string => (text.includes('<br') ? text.replace(doubleBreak, '\n\n') : text)

const dropLastLineEnd = (html: string): string => (html.endsWith('\n</p>\n') ? `${html.slice(0, -6)}</p>\n` : html)

/** Masks line ends within tags and comments; an unfinished tag extends to the end. */
const maskTagNewlines = (text: string): string => {
  let result = ''
  let done = 0
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', done)) {
    const isComment = text.startsWith('<!--', start)
    const end = isComment ? text.indexOf('-->', start) : text.indexOf('>', start)
    const stop = end === -1 ? text.length : end + 1
    result += text.slice(done, start) + maskNewlines(text.slice(start, stop))
    done = stop
  }
  return result + text.slice(done)
}

const hasVerbatim = (text: string): boolean =>
  text.includes('<script') || text.includes('<style') || text.includes('<svg') || text.includes('<math')

const maskVerbatimNewlines = (text: string): string => {
  if (!hasVerbatim(text)) return text
  const unclosed = new Set<string>()
  let result = ''
  let done = 0
  verbatimStart.lastIndex = 0
  for (let found = verbatimStart.exec(text); found !== null; found = verbatimStart.exec(text)) {
    const name = found[1] ?? ''
    const end = unclosed.has(name) ? -1 : text.indexOf(`</${name}>`, found.index)
    if (end === -1) {
      unclosed.add(name)
      continue
    }
    result += text.slice(done, found.index) + maskNewlines(text.slice(found.index, end))
    done = verbatimStart.lastIndex = end
  }
  return result + text.slice(done)
}

const wrap = (text: string, write = (paragraph: string): string => paragraph): string => {
  let result = ''
  for (const part of text.split(blankLine)) {
    const paragraph = trimCharacters(part, '\n')
    if (paragraph !== '') result += `<p>${write(paragraph)}</p>\n`
  }
  return result
}

const wrapMarkup = (text: string): string => {
  const preformatted: string[] = []
  const separated = separateRules(separateBlocks(splitDoubleBreaks(cutPreformatted(text, preformatted))))
  const wrapped = wrap(tightenTags(maskTagNewlines(separated)))
  const cleaned = cleanParagraphs(wrapped)
  const written = dropLastLineEnd(writeLines(cutChunks(maskVerbatimNewlines(cleaned))))
  const restored = written.replaceAll(MASKED_NEWLINE, '\n')
  return preformatted.length === 0
    ? restored
    : restored.replace(preformattedMark, (_found, index) => takePreformatted(preformatted, Number(index)))
}

/** Whether a text is a single line without tags, and so one paragraph. */
const isOneLine = (text: string): boolean =>
  text.charCodeAt(0) > 32 &&
  !text.includes('<') &&
  !text.includes('\n') &&
  !text.includes('\r') &&
  !text.includes(MASKED_NEWLINE)

const linesOf = (text: string): string => `${text.replaceAll(MASKED_NEWLINE, '')}\n`.replace(/\r\n?/g, '\n')

/** The general path of {@link toParagraphs}, for any text. */
export const anyToParagraphs = (text: string): string => (isBlank.test(text) ? '' : wrapMarkup(linesOf(text)))

/**
 * Wraps text that is separated by blank lines in `<p>`, and inserts `<br />` at other line ends. Block elements separate
 * paragraphs; preformatted text and scripts do not change.
 */
export const toParagraphs = (text: string): string => {
  if (isOneLine(text)) return `<p>${text}</p>\n`
  if (isBlank.test(text)) return ''
  const lines = linesOf(text)
  return startsBlank.test(lines) || !hasOnlyInlineTags(lines) ? wrapMarkup(lines) : wrap(lines, breakLines)
}
