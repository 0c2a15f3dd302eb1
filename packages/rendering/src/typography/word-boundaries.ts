import { oneOf } from '../text/ascii.js'

const NO_BREAK = '&nbsp;'
const LESS = '&lt;'
const GREATER = '&gt;'
const AMPERSAND = 38
const SEMICOLON = 59

const opensWord = oneOf('([{-')
const closesWord = oneOf('-.,:;!?)]}')
const opensQuotation = oneOf('([{"')

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13 || code === 0xa0

/** Whether there is a space or `&nbsp;` at an index. */
export const spaceAt = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index)
  return isSpace(code) || (code === AMPERSAND && text.startsWith(NO_BREAK, index))
}

/** Whether there is a space before an index, or the run begins there. */
export const spaceOrStartBefore = (text: string, index: number, start = 0): boolean => {
  if (index === start) return true
  const code = text.charCodeAt(index - 1)
  return isSpace(code) || (code === SEMICOLON && text.endsWith(NO_BREAK, index))
}

/** Whether there is a space at an index, or the run ends there. */
export const spaceOrEndAt = (text: string, index: number, end = text.length): boolean =>
  index >= end || spaceAt(text, index)

/** Whether a quote at an index may open a quotation, judging by the character before it. */
export const opensAfter = (text: string, index: number, start = 0): boolean => {
  if (spaceOrStartBefore(text, index, start)) return true
  const code = text.charCodeAt(index - 1)
  return opensWord(code) || (code === SEMICOLON && text.endsWith(LESS, index))
}

/** Whether a word before an index ends there. */
export const endsWord = (text: string, index: number, end = text.length): boolean => {
  if (spaceOrEndAt(text, index, end)) return true
  const code = text.charCodeAt(index)
  return closesWord(code) || (code === AMPERSAND && text.startsWith(GREATER, index))
}

/** Whether no character at an index could be joined to the word before it. */
export const joinsNothing = (text: string, index: number, end = text.length): boolean => {
  if (endsWord(text, index, end)) return true
  const code = text.charCodeAt(index)
  return opensQuotation(code) || (code === AMPERSAND && text.startsWith(LESS, index))
}
