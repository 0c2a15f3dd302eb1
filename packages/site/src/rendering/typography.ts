import { setDashes } from './dashes.js'
import { curlQuotes } from './smart-quotes.js'
import { Trait, traitsOf } from './text-traits.js'
import { isDigit } from './word-edges.js'

const fixedMarks = /\.\.\.|``|''| \(tm\)|'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)/g
const timesSign = /(?<=\d)x(?=\d+\b)/g
const bareAmpersand = /&(?!#\d+;|#x[\da-f]+;|[a-z1-4]{1,8};)/gi
const looseAmpersand = /&(?=[^#])(?!.[a-z1-4]{1,8};)./gis
const reference = /&(?:#x[\da-f]+|[a-z1-4]{1,8});/iy
const looseStart = /&(?=[^#])(?!.[a-z1-4]{1,8};)./isy
const verbatimTag = /<(\/?)(pre|code|kbd|style|script|tt)(?=[ >])/y
const VERBATIM_LETTERS = 'pckst'
const VERBATIM_STARTS: ReadonlySet<string> = new Set(['pr', 'co', 'kb', 'st', 'sc', 'tt'])
const shortcodeTag = /\[(?:\/|\[)?([\w-]+)(?=[\s/\]])/y

const NO_SHORTCODES: ReadonlySet<string> = new Set()

const FIXED: Readonly<Record<string, string>> = {
  '...': '&#8230;',
  '``': '&#8220;',
  "''": '&#8221;',
  ' (tm)': ' &#8482;',
}

const fixedMark = (found: string): string => FIXED[found] ?? found.replaceAll("'", '&#8217;')

/** Whether the digits before `end` are a whole number and not the `0` of a hexadecimal one. */
const isFactor = (text: string, end: number): boolean => {
  let start = end
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--
  if (start > 0 && /\w/.test(text.charAt(start - 1))) return false
  return end - start > 1 || text[start] !== '0' || /(?:^|\W)\d+[.,]+$/.test(text.slice(Math.max(0, start - 24), start))
}

const multiply = (found: string, offset: number, text: string): string => (isFactor(text, offset) ? '&#215;' : found)

const typesetRun = (text: string, traits: number): string => {
  if (traits === 0) return text
  let result = traits & Trait.FIXED ? text.replace(fixedMarks, fixedMark) : text
  if (traits & Trait.QUOTE) result = curlQuotes(result)
  if (traits & Trait.DASH) result = setDashes(result)
  if (traits & Trait.TIMES) result = result.replace(timesSign, multiply)
  return traits & Trait.AMPERSAND ? escapeAmpersands(result) : result
}

/** Whether the ampersand at an index begins a character reference. */
const isReference = (text: string, index: number): boolean => {
  if (text[index + 1] === '#' && isDigit(text.charCodeAt(index + 2))) {
    let end = index + 3
    while (isDigit(text.charCodeAt(end))) end++
    return text[end] === ';'
  }
  reference.lastIndex = index
  return reference.test(text)
}

const escapeAmpersands = (text: string): string => {
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1))
    if (!isReference(text, index)) return text.replace(bareAmpersand, '&#038;')
  return text
}

const tagEnd = (text: string, start: number): number => {
  const isComment = text.startsWith('<!--', start)
  const end = isComment ? text.indexOf('-->', start + 2) : text.indexOf('>', start)
  if (end === -1) return text.length
  return end + (isComment ? 3 : 1)
}

/** The end of a shortcode's tag that starts here, or -1. Markup within it is passed over, another bracket ends the hope. */
const shortcodeEnd = (text: string, start: number, tags: ReadonlySet<string>): number => {
  shortcodeTag.lastIndex = start
  const name = shortcodeTag.exec(text)?.[1]
  if (name === undefined || !tags.has(name)) return -1
  for (let index = shortcodeTag.lastIndex; index < text.length; index++) {
    const character = text[index]
    if (character === '[') return -1
    if (character === ']') return text[index + 1] === ']' ? index + 2 : index + 1
  }
  return -1
}

/**
 * Sets text in print typography: curly quotes, apostrophes, primes, dashes, ellipses and the times sign, as character
 * references; bare ampersands are escaped. Tags, comments, the tags of the given shortcodes and the text of code
 * elements keep theirs.
 */
export const typeset = (text: string, shortcodes: ReadonlySet<string> = NO_SHORTCODES): string =>
  text.includes('<') || text.includes('[')
    ? typesetMarkup(text, shortcodes)
    : typesetRun(text, traitsOf(text, 0, text.length))

/** Escapes the ampersands that {@link typeset} leaves alone because they stand in code or comments; for titles. */
export const escapeLooseAmpersands = (text: string): string => {
  for (let index = text.indexOf('&'); index !== -1; index = text.indexOf('&', index + 1)) {
    if (text[index + 1] === '#') continue
    looseStart.lastIndex = index
    if (looseStart.test(text)) return text.replace(looseAmpersand, found => `&#038;${found.slice(1)}`)
  }
  return text
}

/** Builds a text anew from its parts; what stays the same is copied as late as possible, with what is around it. */
interface Revision {
  result: string
  copied: number
}

const putRun = (text: string, start: number, end: number, revision: Revision): void => {
  const traits = traitsOf(text, start, end)
  if (traits !== 0) put(text, start, typesetRun(text.slice(start, end), traits), end, revision)
}

const put = (text: string, start: number, changed: string, end: number, revision: Revision): void => {
  revision.result += text.slice(revision.copied, start) + changed
  revision.copied = end
}

const typesetMarkup = (text: string, shortcodes: ReadonlySet<string>): string => {
  const open: string[] = []
  const revision: Revision = { result: '', copied: 0 }
  const nextTag = finder(text, '<')
  const nextBracket = finder(text, '[')
  const nextAmpersand = finder(text, '&')
  let done = 0
  for (let index = 0; ; ) {
    index = Math.min(nextTag(index), nextBracket(index))
    if (index === text.length) break
    const isTag = text.charCodeAt(index) === 60
    const end = isTag ? tagEnd(text, index) : shortcodeEnd(text, index, shortcodes)
    if (end === -1) {
      index++
      continue
    }
    if (open.length === 0) putRun(text, done, index, revision)
    if (isTag) {
      if (nextAmpersand(index) < end && !text.startsWith('<!--', index))
        put(text, index, escapeAmpersands(text.slice(index, end)), end, revision)
      trackVerbatim(text, index, open)
    }
    done = index = end
  }
  if (open.length === 0) putRun(text, done, text.length, revision)
  return revision.copied === 0 ? text : revision.result + text.slice(revision.copied)
}

/** Finds where a mark stands next, or the end; one that is far is not looked for anew from each place. */
const finder = (text: string, mark: string): ((from: number) => number) => {
  let known = -1
  return from => {
    if (known < from) {
      const found = text.indexOf(mark, from)
      known = found === -1 ? text.length : found
    }
    return known
  }
}

const mayBeVerbatim = (text: string, index: number): boolean => {
  const start = text.charCodeAt(index + 1) === 47 ? index + 2 : index + 1
  return VERBATIM_LETTERS.includes(text.charAt(start)) && VERBATIM_STARTS.has(text.slice(start, start + 2))
}

const trackVerbatim = (text: string, index: number, open: string[]): void => {
  if (!mayBeVerbatim(text, index)) return
  verbatimTag.lastIndex = index
  const found = verbatimTag.exec(text)
  if (found === null) return
  const [, slash, name = ''] = found
  if (slash === '') open.push(name)
  else if (open.at(-1) === name) open.pop()
}
