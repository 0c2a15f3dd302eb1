import { isUrl } from '@platen/core'
import { readTag } from '../html/html-tag.js'
import { urlFromHtml } from '../sanitize/safe-urls.js'

/** A URL in content that is replaced by an embed: on its own line, alone in a paragraph, or in `[embed]`. */
export interface EmbedUse {
  readonly url: string
  /** The largest width that `[embed width="…"]` names, in pixels. */
  readonly width: number | undefined
  /** The largest height that `[embed height="…"]` names, in pixels. */
  readonly height?: number | undefined
  /** The part of the content that the embed replaces. */
  readonly start: number
  readonly end: number
}

const ownLine = /^[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*$/gim
const ownParagraph = /<p(?:\s[^<>]*)?>\s*(https?:\/\/[^\s<>"]+)\s*<\/p>/gi
const shortcode = /(?<!\[)\[embed((?:\s[^\][<>]*)?)\]\s*([hH][tT]{2}[pP][sS]?:\/\/[^\s<>"[\]]+)\s*\[\/embed\](?!\])/g
const sizeAttribute = /\s(width|height)=["']?(\d{1,4})(?!\d)/gi
const verbatim = /<(\/?)(pre|code|script|style|textarea)(?=[\s/>])/gi

/** The maximum length of a URL for an embed. */
const MAX_URL = 2000

type Range = Pick<EmbedUse, 'start' | 'end'>

type Size = Partial<Pick<EmbedUse, 'width' | 'height'>>

/** The size that the attributes of `[embed]` name. */
function sizeIn(attributes: string): Size {
  const size: Record<string, number | undefined> = {}
  for (const [, name = '', pixels] of attributes.matchAll(sizeAttribute))
    size[name.toLowerCase()] ??= Number(pixels) || undefined
  return size
}

/** The elements that show their text unchanged, up to their last end tag. Unfinished ones extend to the end. */
function verbatimRanges(content: string): readonly Range[] {
  const ranges: Range[] = []
  let depth = 0
  let start = 0
  for (const { 1: slash, index } of content.matchAll(verbatim)) {
    if (slash === '') {
      if (depth === 0) start = index
      depth++
    } else if (depth > 0) {
      depth--
      if (depth === 0) ranges.push({ start, end: index })
    }
  }
  if (depth > 0) ranges.push({ start, end: content.length })
  return ranges
}

/** Comments, such as the delimiters of blocks, and tags with line ends. An unfinished comment extends to the end. */
function markupRanges(content: string): readonly Range[] {
  const ranges: Range[] = []
  let hasUnfinishedTag = false
  for (let start = content.indexOf('<'); start !== -1; ) {
    let end = start + 1
    if (content.startsWith('!--', end)) {
      const close = content.indexOf('-->', start)
      end = close === -1 ? content.length : close + 3
      ranges.push({ start, end })
    } else if (!hasUnfinishedTag && isLetter(content.charCodeAt(end))) {
      const tag = readTag(content, start)
      // Reading each further tag to the end of the content would take too long.
      if (tag === undefined) hasUnfinishedTag = true
      else {
        end = tag.end
        if (content.slice(start, end).includes('\n')) ranges.push({ start, end })
      }
    }
    start = content.indexOf('<', end)
  }
  return ranges
}

const byStart = (a: Range, b: Range): number => a.start - b.start

/**
 * Whether a URL may begin a line, a paragraph or a shortcode: most URLs are in attributes, which this rules out
 * quickly.
 */
export function mayHaveEmbeds(content: string): boolean {
  for (let at = content.indexOf('://'); at !== -1; at = content.indexOf('://', at + 3)) {
    let before = at - 1
    while (isLetter(content.charCodeAt(before))) before--
    const character = content[before]
    if (character === undefined || ' \t\r\n>]'.includes(character)) return true
  }
  return false
}

/** ASCII letters only. Other whitespace and line ends hardly ever precede a URL. */
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122

/** Finds the embeds of a content, in their order. URLs within tags, comments, code and preformatted text do not count. */
export function findEmbeds(content: string): readonly EmbedUse[] {
  if (!mayHaveEmbeds(content)) return []
  const found: EmbedUse[] = []
  const add = (html: string, range: Range, { width, height }: Size = {}) => {
    const url = urlFromHtml(html)
    if (url.length <= MAX_URL && isUrl(url)) found.push({ url, width, height, ...range })
  }
  for (const pattern of [ownLine, ownParagraph]) {
    for (const { 0: whole, 1: url = '', index } of content.matchAll(pattern)) {
      const start = index + whole.lastIndexOf(url)
      add(url, { start, end: start + url.length })
    }
  }
  for (const { 0: whole, 1: attributes = '', 2: url = '', index } of content.matchAll(shortcode)) {
    add(url, { start: index, end: index + whole.length }, sizeIn(attributes))
  }
  if (found.length === 0) return found
  const ranges = [verbatimRanges(content), markupRanges(content)].flat()
  return outside(found.sort(byStart), ranges.sort(byStart))
}

/** The uses that are neither in one of the ranges nor overlap an earlier use. All are in order. */
function outside(uses: readonly EmbedUse[], ranges: readonly Range[]): readonly EmbedUse[] {
  const result: EmbedUse[] = []
  let next = 0
  let covered = 0
  for (const use of uses) {
    for (let range = ranges[next]; range !== undefined && range.start <= use.start; range = ranges[++next])
      covered = Math.max(covered, range.end)
    if (use.start < covered) continue
    result.push(use)
    covered = use.end
  }
  return result
}

/** Replaces the embeds of a content; those without a replacement do not change. */
export function replaceUses(content: string, replacementOf: (use: EmbedUse) => string | undefined): string {
  let result = ''
  let done = 0
  for (const use of findEmbeds(content)) {
    const replacement = replacementOf(use)
    if (replacement === undefined) continue
    result += content.slice(done, use.start) + replacement
    done = use.end
  }
  return done === 0 ? content : result + content.slice(done)
}

/**
 * Replaces the embeds of a content with HTML; embeds without HTML do not change. The HTML must be safe. Its line ends
 * and brackets are escaped, so that rendering the content does not interpret them.
 */
export function replaceEmbeds(content: string, htmlOf: (use: EmbedUse) => string | undefined): string {
  return replaceUses(content, use => {
    const html = htmlOf(use)
    return html === undefined ? undefined : inline(html)
  })
}

const inline = (html: string): string =>
  html
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;')
