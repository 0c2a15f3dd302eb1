import { blockTag } from '../html/block-elements.js'
import { breakLines, writeLines } from './line-breaks.js'
import { cutChunks, settleParagraphs } from './paragraph-chunks.js'
import { tightenTags } from './tight-tags.js'

/** Stands for a line's end inside a tag or a script while paragraphs are made: a character that no text may use. */
const KEPT_NEWLINE = '\ufdd0'

const doubleBreak = /<br[ \t\n\r\f\v]*\/?>[ \t\n\r\f\v]*<br[ \t\n\r\f\v]*\/?>/g
const blankLine = /\n[ \t\n\r\f\v]*\n/
const verbatimStart = /<(script|style|svg|math)\b/g
const startsBlank = /^[ \t\n\r\f\v]*\n/
const isBlank = /^[ \t\n\r\v\0]*$/
const keptBlock = /<pre (\d+)><\/pre>/g

const keepNewlines = (text: string): string => text.replaceAll('\n', KEPT_NEWLINE)

/** Cuts out preformatted text, whose white space is its own, leaving numbered empty elements. */
const cutPreformatted = (text: string, kept: string[]): string => {
  if (!text.includes('<pre')) return text
  const parts = text.split('</pre>')
  const rest = parts.pop() ?? ''
  let result = ''
  for (const part of parts) {
    const start = part.indexOf('<pre')
    if (start === -1) result += part
    else {
      result += `${part.slice(0, start)}<pre ${kept.length}></pre>`
      kept.push(`${part.slice(start)}</pre>`)
    }
  }
  return result + rest
}

/** Each block is shown once: a text that looks like its place must not repeat it. */
const takeBlock = (kept: string[], index: number): string => {
  const block = kept[index] ?? ''
  if (block !== '') kept[index] = ''
  return block
}

const separateBlocks = (text: string): string =>
  text.replace(blockTag, found => {
    if (found.startsWith('</')) return `${found}\n\n`
    return `\n\n${found}`
  })

const separateRules = (text: string): string => text.replace(/<hr(?:\s[^<>]*|\/[^<>]*)?>/g, '$&\n\n')

/** Keeps the line ends within tags and comments; an unfinished tag reaches to the end. */
const keepTagNewlines = (text: string): string => {
  let result = ''
  let done = 0
  for (let start = text.indexOf('<'); start !== -1; start = text.indexOf('<', done)) {
    const isComment = text.startsWith('<!--', start)
    const end = isComment ? text.indexOf('-->', start) : text.indexOf('>', start)
    const stop = end === -1 ? text.length : end + 1
    result += text.slice(done, start) + keepNewlines(text.slice(start, stop))
    done = stop
  }
  return result + text.slice(done)
}

const hasVerbatim = (text: string): boolean =>
  text.includes('<script') || text.includes('<style') || text.includes('<svg') || text.includes('<math')

const keepVerbatimNewlines = (text: string): string => {
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
    result += text.slice(done, found.index) + keepNewlines(text.slice(found.index, end))
    done = verbatimStart.lastIndex = end
  }
  return result + text.slice(done)
}

const trimNewlines = (text: string): string => {
  let start = 0
  let end = text.length
  while (text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}

const wrap = (text: string, write = (paragraph: string): string => paragraph): string => {
  let result = ''
  for (const part of text.split(blankLine)) {
    const paragraph = trimNewlines(part)
    if (paragraph !== '') result += `<p>${write(paragraph)}</p>\n`
  }
  return result
}

const wrapMarkup = (text: string): string => {
  const kept: string[] = []
  const separated = separateRules(separateBlocks(cutPreformatted(text, kept).replace(doubleBreak, '\n\n')))
  const wrapped = wrap(tightenTags(keepTagNewlines(separated)))
  const settled = settleParagraphs(wrapped)
  const written = writeLines(cutChunks(keepVerbatimNewlines(settled))).replace(/\n<\/p>\n$/, '</p>\n')
  const restored = written.replaceAll(KEPT_NEWLINE, '\n')
  return kept.length === 0 ? restored : restored.replace(keptBlock, (_found, index) => takeBlock(kept, Number(index)))
}

/** Whether a text is a paragraph as it is. */
export const isOneLine = (text: string): boolean =>
  text.charCodeAt(0) > 32 &&
  !text.includes('<') &&
  !text.includes('\n') &&
  !text.includes('\r') &&
  !text.includes(KEPT_NEWLINE)

/**
 * Makes paragraphs of text that is written with blank lines between them: `<p>` around each, `<br />` at other line
 * ends. Block elements stand between paragraphs, preformatted text and scripts keep their lines.
 */
export const toParagraphs = (text: string): string => {
  if (isOneLine(text)) return `<p>${text}</p>\n`
  if (isBlank.test(text)) return ''
  const lines = `${text.replaceAll(KEPT_NEWLINE, '')}\n`.replace(/\r\n?/g, '\n')
  return lines.includes('<') || startsBlank.test(lines) ? wrapMarkup(lines) : wrap(lines, breakLines)
}
