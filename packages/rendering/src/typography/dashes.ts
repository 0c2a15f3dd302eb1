import { type Rewrite, revise, revised } from './rewrite.js'
import { spaceOrEndAt, spaceOrStartBefore } from './word-boundaries.js'

const EM = '&#8212;'
const EN = '&#8211;'
const DASH = 45

/** The hyphens in internationalized domain names (`xn--`) are not dashes. */
const startsDomain = (text: string, index: number): boolean => index >= 2 && text.startsWith('xn', index - 2)

const dashFor = (text: string, index: number, length: number, isAlone: boolean): string | undefined => {
  if (length === 3) return EM
  if (isAlone) return length === 2 ? EM : EN
  return length === 1 || startsDomain(text, index) ? undefined : EN
}

/** Replaces the hyphens at an index, in the run from `start` to `end`, and returns their end. */
export const setDash = (rewrite: Rewrite, text: string, index: number, start: number, end: number): number => {
  const length = text.charCodeAt(index + 1) !== DASH ? 1 : text.charCodeAt(index + 2) !== DASH ? 2 : 3
  const isAlone = spaceOrStartBefore(text, index, start) && spaceOrEndAt(text, index + length, end)
  const dash = dashFor(text, index, length, isAlone)
  if (dash !== undefined) revise(rewrite, text, index, dash, index + length)
  return index + length
}

/** Replaces hyphens by dashes: `---`, `--`, and `-` between spaces. */
export const setDashes = (text: string): string => {
  const rewrite: Rewrite = { result: '', copied: 0 }
  for (let index = text.indexOf('-'); index !== -1; )
    index = text.indexOf('-', setDash(rewrite, text, index, 0, text.length))
  return revised(rewrite, text)
}
