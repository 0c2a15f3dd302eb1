import { spaceOrEndAt, spaceOrStartBefore } from './word-edges.js'

const EM = '&#8212;'
const EN = '&#8211;'
const DASH = '-'

/** Two dashes of an internationalized domain name (`xn--`) are none. */
const startsDomain = (text: string, index: number): boolean => index >= 2 && text.startsWith('xn', index - 2)

const isAlone = (text: string, start: number, end: number): boolean =>
  spaceOrStartBefore(text, start) && spaceOrEndAt(text, end)

/** Writes hyphens that stand for dashes as such: `---`, `--`, and `-` between spaces. */
export const setDashes = (text: string): string => {
  let result = ''
  let done = 0
  for (let index = text.indexOf(DASH); index !== -1; ) {
    const length = text[index + 1] !== DASH ? 1 : text[index + 2] !== DASH ? 2 : 3
    const dash = dashFor(text, index, length)
    if (dash !== undefined) {
      result += text.slice(done, index) + dash
      done = index + length
    }
    index = text.indexOf(DASH, index + length)
  }
  return done === 0 ? text : result + text.slice(done)
}

const dashFor = (text: string, index: number, length: number): string | undefined => {
  if (length === 3) return EM
  if (isAlone(text, index, index + length)) return length === 2 ? EM : EN
  return length === 1 || startsDomain(text, index) ? undefined : EN
}
