import { type Delimiter, NO_ATTRIBUTES } from './delimiter.js'

const SPACE = 32
const HYPHEN = 45
const SLASH = 47
const COLON = 58
const GREATER = 62
const LETTER_P = 112
const LETTER_W = 119

/** The most common blocks, with their full names. */
const COMMON_NAMES: ReadonlyMap<string, string> = new Map(
  `paragraph heading list list-item quote image gallery columns column group buttons button separator spacer html code
   preformatted verse pullquote table embed cover media-text`
    .split(/\s+/)
    .map(name => [name, `core/${name}`]),
)

const endsComment = (text: string, index: number): boolean =>
  text.charCodeAt(index) === HYPHEN && text.charCodeAt(index + 1) === HYPHEN && text.charCodeAt(index + 2) === GREATER

const startsBlockName = (text: string, index: number): boolean =>
  text.charCodeAt(index) === LETTER_W && text.charCodeAt(index + 1) === LETTER_P && text.charCodeAt(index + 2) === COLON

/**
 * A fast path for delimiters of common blocks, without attributes and with single spaces. Undefined for any other
 * delimiter at the index; see `delimiterReader`.
 */
export const readCommonDelimiter = (text: string, start: number): Delimiter | undefined => {
  const markEnd = start + '<!-- '.length
  if (text.charCodeAt(markEnd - 1) !== SPACE) return undefined
  const isClosing = text.charCodeAt(markEnd) === SLASH
  const wordStart = isClosing ? markEnd + 1 : markEnd
  if (!startsBlockName(text, wordStart)) return undefined
  const wordEnd = text.indexOf(' ', wordStart)
  if (!endsComment(text, wordEnd + 1)) return undefined
  const name = COMMON_NAMES.get(text.slice(wordStart + 'wp:'.length, wordEnd))
  if (name === undefined) return undefined
  return { kind: isClosing ? 'close' : 'open', start, end: wordEnd + ' -->'.length, name, attributes: NO_ATTRIBUTES }
}
