import { findFrom } from './find-from.js'

/** No text may use it; paragraphs are made without it. */
const UNUSED = '\ufdd0'

/** White space that paragraphs are not made of; \f and \v are some only at times. */
const UNUSUAL_SPACE = ['\n', '\t', '\r', '\f', '\v', '\0']

const between = /[ \t\r\n]*/y
const opening = /<(?:p|h[1-6])(?: [\w-]+="[^"<>]*")*>/y
const inline =
  /<(?:\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)|(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup)(?: [\w-]+="[^"<>]*")+)>/y

/** The words found so far, with single spaces between them. */
interface Words {
  text: string
  /** What follows the text; it is kept apart because the words may end with it. */
  last: string
  count: number
  readonly limit: number
  /** Whether the text ends within a word; else it ends with a space or is empty. */
  isOpen: boolean
  /** Whether there are more words than wanted. */
  isOver: boolean
  /** Where the next space stands. */
  space: number
}

const endOf = (pattern: RegExp, html: string, index: number): number => {
  pattern.lastIndex = index
  return pattern.test(html) ? pattern.lastIndex : -1
}

const add = (words: Words, text: string): void => {
  if (text === '') return
  words.text += words.last
  words.last = text
}

/** Adds the words of a run of text, at least until there is one too many. */
const addRun = (html: string, start: number, end: number, words: Words): void => {
  let copied = start
  let index = start
  while (index < end) {
    if (words.space < index) words.space = findFrom(html, ' ', index)
    const stop = Math.min(words.space, end)
    if (stop > index && !words.isOpen) {
      words.isOver = words.count === words.limit
      if (words.isOver) break
      words.count++
      words.isOpen = true
    }
    index = stop
    if (stop === end) break
    if (words.isOpen) words.isOpen = false
    else {
      add(words, html.slice(copied, stop))
      copied = stop + 1
    }
    index++
  }
  add(words, html.slice(copied, index))
}

/** Adds the words of the paragraph that begins with a tag; returns where it ends, or -1. */
const addParagraph = (html: string, start: number, words: Words): number => {
  const closing = html.startsWith('<p', start) ? '</p>' : `</${html.slice(start + 1, start + 3)}>`
  let index = endOf(opening, html, start)
  while (index !== -1) {
    const end = html.indexOf('<', index)
    addRun(html, index, end === -1 ? html.length : end, words)
    index = end
    if (index === -1 || words.isOver) return -1
    if (html.startsWith(closing, index)) break
    index = endOf(inline, html, index)
  }
  if (words.isOpen) add(words, ' ')
  words.isOpen = false
  return index === -1 ? -1 : index + closing.length
}

/**
 * The first words of HTML that is nothing but paragraphs and headings, at least until there are enough words; `ending`
 * follows when there are more. They are what is left of it once paragraphs are made and tags removed. Undefined when it
 * may hold anything for which the ways differ.
 */
export const paragraphWords = (html: string, limit: number, ending: string): string | undefined => {
  if (html.includes('[') || html.includes(UNUSED)) return undefined
  const words: Words = { text: '', last: '', count: 0, limit, isOpen: false, isOver: false, space: -1 }
  for (let index = endOf(between, html, 0); index < html.length; index = endOf(between, html, index)) {
    index = addParagraph(html, index, words)
    if (words.isOver) break
    if (index === -1) return undefined
  }
  const text = words.text + words.last.slice(0, -1) + (words.isOver ? ending : '')
  return UNUSUAL_SPACE.some(space => text.includes(space)) ? undefined : text
}
