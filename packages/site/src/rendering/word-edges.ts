const NO_BREAK = '&nbsp;'
const AMPERSAND = 38
const SEMICOLON = 59

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13 || code === 0xa0

export const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether a space, also one written as `&nbsp;`, stands at an index. */
export const spaceAt = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index)
  return isSpace(code) || (code === AMPERSAND && text.startsWith(NO_BREAK, index))
}

/** Whether a space stands right before an index, or nothing. */
export const spaceOrStartBefore = (text: string, index: number): boolean => {
  if (index === 0) return true
  const code = text.charCodeAt(index - 1)
  return isSpace(code) || (code === SEMICOLON && text.endsWith(NO_BREAK, index))
}

/** Whether a space stands at an index, or the text ends there. */
export const spaceOrEndAt = (text: string, index: number): boolean => index >= text.length || spaceAt(text, index)

/** Whether a quote at an index may open a quotation: what stands before it joins nothing. */
export const opensAfter = (text: string, index: number): boolean =>
  spaceOrStartBefore(text, index) || '([{-'.includes(text.charAt(index - 1)) || text.endsWith('&lt;', index)

/** Whether a word that reaches to an index ends there. */
export const endsWord = (text: string, index: number): boolean =>
  spaceOrEndAt(text, index) || '-.,:;!?)]}'.includes(text.charAt(index)) || text.startsWith('&gt;', index)

/** Whether nothing that a mark could join to a word stands at an index. */
export const joinsNothing = (text: string, index: number): boolean =>
  endsWord(text, index) || '([{"'.includes(text.charAt(index)) || text.startsWith('&lt;', index)
