import { EXCERPT_WORDS } from '../content/excerpt.js'
import { separatesWords } from '../text/ascii.js'

/** A noncharacter, which paragraphs are made without. */
const UNUSED = '\ufdd0'
const MOST_WORDS = 1000
/** The typical length of a word and the space after it. */
const WORD_LENGTH = 7
const SPACE = 32
const SLASH = 47
const LETTER_P = 112

const opening = /<(?:p|h[1-6])(?: [\w-]+="[^"<>]*")*>/y
const inline =
  /<(?:\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)|(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup)(?: [\w-]+="[^"<>]*")+)>/y

const skipSpace = (html: string, start: number): number => {
  let index = start
  while (index < html.length && separatesWords(html.charCodeAt(index))) index++
  return index
}

/** Matches up to `count` words, each followed by a single space. */
const wordsUpTo = (count: number): RegExp => new RegExp(`(?:[^\\0- ]+ ){0,${count}}`, 'y')
const usualWords = wordsUpTo(EXCERPT_WORDS)
const word = /[^\0- ]+ /y

const endOf = (pattern: RegExp, html: string, index: number): number => {
  pattern.lastIndex = index
  return pattern.test(html) ? pattern.lastIndex : -1
}

/** Paragraphs and headings as text. */
interface Prose {
  /** Each nonempty paragraph ends with a space. */
  text: string
  /** The end of the text in the HTML; -1 if neither a paragraph nor a heading follows. */
  end: number
}

/** Adds the paragraph that begins with a tag. */
const addParagraph = (prose: Prose, html: string, start: number): void => {
  const closing = html.charCodeAt(start + 1) === LETTER_P ? '</p>' : `</${html.slice(start + 1, start + 3)}>`
  let text = ''
  let isOpen = false
  let index = endOf(opening, html, start)
  while (index !== -1) {
    const end = html.indexOf('<', index)
    if (end !== index) {
      text += html.slice(index, end === -1 ? html.length : end)
      isOpen = html.charCodeAt(end - 1) !== SPACE
    }
    index = end
    if (index === -1 || (html.charCodeAt(index + 1) === SLASH && html.slice(index, index + closing.length) === closing))
      break
    index = endOf(inline, html, index)
  }
  prose.text += isOpen ? `${text} ` : text
  prose.end = index === -1 ? -1 : skipSpace(html, index + closing.length)
}

/** Removes leading and repeated spaces. */
const collapse = (text: string): string => {
  const single = text.replace(/ {2,}/g, ' ')
  return single.startsWith(' ') ? single.slice(1) : single
}

/**
 * A fast path for the first words of HTML that begins with paragraphs and headings, followed by `ending` if there are
 * more. Undefined if the HTML may need the general way: making paragraphs, stripping tags and splitting words.
 */
export const paragraphWords = (html: string, limit: number, ending: string): string | undefined => {
  if (html.includes('[')) return undefined
  if (!Number.isInteger(limit) || limit < 0 || limit > MOST_WORDS) return undefined
  const words = limit === EXCERPT_WORDS ? usualWords : wordsUpTo(limit)
  const prose: Prose = { text: '', end: skipSpace(html, 0) }
  for (let length = limit * WORD_LENGTH; ; length = 2 * prose.text.length) {
    while (prose.end !== -1 && prose.end < html.length && prose.text.length <= length)
      addParagraph(prose, html, prose.end)
    // Searching the HTML instead would flatten its string, which is slower.
    if (prose.text.includes(UNUSED)) return undefined
    let end = endOf(words, prose.text, 0)
    if (prose.text.charCodeAt(end) === SPACE) {
      prose.text = collapse(prose.text)
      end = endOf(words, prose.text, 0)
    }
    if (end < prose.text.length)
      return endOf(word, prose.text, end) === -1 ? undefined : prose.text.slice(0, Math.max(0, end - 1)) + ending
    if (prose.end === -1) return undefined
    if (prose.end === html.length) return prose.text.slice(0, -1)
  }
}
