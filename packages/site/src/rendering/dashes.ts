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
  const put = (start: number, end: number, dash: string): void => {
    result += text.slice(done, start) + dash
    done = end
  }
  for (let index = text.indexOf(DASH), end = 0; index !== -1; index = text.indexOf(DASH, end)) {
    if (text[index + 1] !== DASH) {
      end = index + 1
      if (isAlone(text, index, end)) put(index, end, EN)
    } else if (text[index + 2] === DASH) put(index, (end = index + 3), EM)
    else {
      end = index + 2
      if (isAlone(text, index, end)) put(index, end, EM)
      else if (!startsDomain(text, index)) put(index, end, EN)
    }
  }
  return done === 0 ? text : result + text.slice(done)
}
