const SPACE = 32
const TAG = 60
/** No text may use it; paragraphs are made without it. */
const UNUSED = '\ufdd0'

const between = /[ \t\r\n]*/y
const opening = /<(?:p|h[1-6])(?: [\w-]+="[^"<>]*")*>/y
const inline =
  /<(?:\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)|(?:a|abbr|b|code|em|i|mark|span|strong|sub|sup)(?: [\w-]+="[^"<>]*")+)>/y

/** The words found so far, with single spaces between them. */
interface Words {
  text: string
  count: number
  readonly limit: number
  /** Whether the text ends within a word; else it ends with a space or is empty. */
  isOpen: boolean
  /** Whether there are more words than wanted. */
  isOver: boolean
}

const endOf = (pattern: RegExp, html: string, index: number): number => {
  pattern.lastIndex = index
  return pattern.test(html) ? pattern.lastIndex : -1
}

/** Adds a run of text; returns where a tag or a word too many ends it, or -1 when it is no such run. */
const addRun = (html: string, start: number, words: Words): number => {
  let { isOpen, count } = words
  let copied = start
  let index = start
  for (let code = html.charCodeAt(index); code !== TAG; code = html.charCodeAt(++index)) {
    if (code > SPACE) {
      if (isOpen) continue
      words.isOver = count === words.limit
      if (words.isOver) break
      count++
      isOpen = true
    } else if (code !== SPACE) return -1
    else if (isOpen) isOpen = false
    else {
      words.text += html.slice(copied, index)
      copied = index + 1
    }
  }
  words.text += html.slice(copied, index)
  words.count = count
  words.isOpen = isOpen
  return index
}

/** Adds the words of the paragraph that begins with a tag; returns where it or the wish for words ends, or -1. */
const addParagraph = (html: string, start: number, words: Words): number => {
  const closing = html.startsWith('<p', start) ? '</p>' : `</${html.slice(start + 1, start + 3)}>`
  let index = endOf(opening, html, start)
  while (index !== -1) {
    index = addRun(html, index, words)
    if (index === -1 || words.isOver) return index
    if (html.startsWith(closing, index)) break
    index = endOf(inline, html, index)
  }
  if (words.isOpen) words.text += ' '
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
  const words: Words = { text: '', count: 0, limit, isOpen: false, isOver: false }
  for (let index = endOf(between, html, 0); index < html.length; index = endOf(between, html, index)) {
    index = addParagraph(html, index, words)
    if (index === -1) return undefined
    if (words.isOver) return words.text.slice(0, -1) + ending
  }
  return words.text.slice(0, -1)
}
