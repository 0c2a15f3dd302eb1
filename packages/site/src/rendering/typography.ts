import { curlQuotes } from './smart-quotes.js'

const SPACE = '[ \\t\\r\\n\\u00a0]|&nbsp;'
const mightChange = /["'`&]|--|-(?=$|[\s&<[\u00a0])|\.\.\.| \(tm\)|\dx\d/
const mightHoldFixed = /['`]|\.\.\.| \(tm\)/
const mightMultiply = /\dx\d/
const fixedMarks = /\.\.\.|``|''| \(tm\)|'(?:tain't|twere|twas|tis|twill|til|bout|nuff|round|cause|em)/g
const dashes = new RegExp(
  `(---|(?<=^|${SPACE})--(?=$|${SPACE}))|(?<!xn)--|(?<=^|${SPACE})-(?=$|${SPACE})|(?<=xn)--(?=-)`,
  'g',
)
const timesSign = /(?<=\d)x(?=\d+\b)/g
const bareAmpersand = /&(?!#\d+;|#x[\da-f]+;|[a-z1-4]{1,8};)/gi
const looseAmpersand = /&(?=[^#])(?!.[a-z1-4]{1,8};)./gis
const verbatimTag = /<(\/?)(pre|code|kbd|style|script|tt)(?=[ >])/y
const VERBATIM_STARTS: ReadonlySet<string> = new Set(['pr', 'co', 'kb', 'st', 'sc', 'tt'])
const shortcodeTag = /\[(?:\/|\[)?([\w-]+)(?=[\s/\]])/y

const FIXED: Readonly<Record<string, string>> = {
  '...': '&#8230;',
  '``': '&#8220;',
  "''": '&#8221;',
  ' (tm)': ' &#8482;',
}

const fixedMark = (found: string): string => FIXED[found] ?? found.replaceAll("'", '&#8217;')

const dash = (_found: string, long: string | undefined): string => (long === undefined ? '&#8211;' : '&#8212;')

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether the digits before `end` are a whole number and not the `0` of a hexadecimal one. */
const isFactor = (text: string, end: number): boolean => {
  let start = end
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--
  if (start > 0 && /\w/.test(text.charAt(start - 1))) return false
  return end - start > 1 || text[start] !== '0' || /(?:^|\W)\d+[.,]+$/.test(text.slice(Math.max(0, start - 24), start))
}

const multiply = (found: string, offset: number, text: string): string => (isFactor(text, offset) ? '&#215;' : found)

const typesetRun = (text: string): string => {
  if (!mightChange.test(text)) return text
  let result = mightHoldFixed.test(text) ? text.replace(fixedMarks, fixedMark) : text
  result = curlQuotes(result)
  if (result.includes('-')) result = result.replace(dashes, dash)
  if (mightMultiply.test(result)) result = result.replace(timesSign, multiply)
  return escapeAmpersands(result)
}

const escapeAmpersands = (text: string): string => (text.includes('&') ? text.replace(bareAmpersand, '&#038;') : text)

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
export const typeset = (text: string, shortcodes: ReadonlySet<string> = new Set()): string => {
  if (!mightChange.test(text)) return text
  return /[<[]/.test(text) ? typesetMarkup(text, shortcodes) : typesetRun(text)
}

/** Escapes the ampersands that {@link typeset} leaves alone because they stand in code or comments; for titles. */
export const escapeLooseAmpersands = (text: string): string =>
  text.includes('&') ? text.replace(looseAmpersand, found => `&#038;${found.slice(1)}`) : text

const typesetMarkup = (text: string, shortcodes: ReadonlySet<string>): string => {
  const open: string[] = []
  const hasAmpersand = text.includes('&')
  let result = ''
  let copied = 0
  let done = 0
  /** Puts what became of a part into the result; what stays the same is copied later, with what is around it. */
  const put = (start: number, end: number, change: (part: string) => string): void => {
    if (start === end) return
    const part = text.slice(start, end)
    const changed = change(part)
    if (changed === part) return
    result += text.slice(copied, start) + changed
    copied = end
  }
  for (let index = nextMark(text, 0); index < text.length; index = nextMark(text, index)) {
    const isTag = text.charCodeAt(index) === 60
    const end = isTag ? tagEnd(text, index) : shortcodeEnd(text, index, shortcodes)
    if (end === -1) {
      index++
      continue
    }
    if (open.length === 0) put(done, index, typesetRun)
    if (isTag) {
      if (hasAmpersand && !text.startsWith('<!--', index)) put(index, end, escapeAmpersands)
      trackVerbatim(text, index, open)
    }
    done = index = end
  }
  if (open.length === 0) put(done, text.length, typesetRun)
  return copied === 0 ? text : result + text.slice(copied)
}

const nextMark = (text: string, from: number): number => {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 60 || code === 91) return index
  }
  return text.length
}

const mayBeVerbatim = (text: string, index: number): boolean => {
  const start = text.charCodeAt(index + 1) === 47 ? index + 2 : index + 1
  return VERBATIM_STARTS.has(text.slice(start, start + 2))
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
