import { type Rewrite, revise, revised } from './rewrite.js'
import { spaceOrEndAt, spaceOrStartBefore } from './word-boundaries.js'

const EM = '&#8212;'
const EN = '&#8211;'
const DASH = 45

/** Two dashes of an internationalized domain name (`xn--`) are none. */
const startsDomain = (text: string, index: number): boolean => index >= 2 && text.startsWith('xn', index - 2)

const dashFor = (text: string, index: number, length: number, isAlone: boolean): string | undefined => {
  if (length === 3) return EM
  if (isAlone) return length === 2 ? EM : EN
  return length === 1 || startsDomain(text, index) ? undefined : EN
}

/** Sets the hyphens at an index, of the part of a text from `start` to `end`, and returns where they end. */
export const setDash = (rewrite: Rewrite, text: string, index: number, start: number, end: number): number => {
  const length = text.charCodeAt(index + 1) !== DASH ? 1 : text.charCodeAt(index + 2) !== DASH ? 2 : 3
  const isAlone = spaceOrStartBefore(text, index, start) && spaceOrEndAt(text, index + length, end)
  const dash = dashFor(text, index, length, isAlone)
  if (dash !== undefined) revise(rewrite, text, index, dash, index + length)
  return index + length
}

/** Writes hyphens that stand for dashes as such: `---`, `--`, and `-` between spaces. */
export const setDashes = (text: string): string => {
  const rewrite: Rewrite = { result: '', copied: 0 }
  for (let index = text.indexOf('-'); index !== -1; )
    index = text.indexOf('-', setDash(rewrite, text, index, 0, text.length))
  return revised(rewrite, text)
}
