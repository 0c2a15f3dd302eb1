import { isDigit } from '../text/ascii.js'

const timesSign = /(?<=\d)x(?=\d+\b)/g

/** Whether the digits before `end` are a whole number, and not the `0` of a hexadecimal number. */
const isFactor = (text: string, end: number): boolean => {
  let start = end
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--
  if (start > 0 && /\w/.test(text.charAt(start - 1))) return false
  return end - start > 1 || text[start] !== '0' || /(?:^|\W)\d+[.,]+$/.test(text.slice(Math.max(0, start - 24), start))
}

const multiply = (found: string, offset: number, text: string): string => (isFactor(text, offset) ? '&#215;' : found)

/** Replaces the letter between two numbers by a times sign: `3x4`. */
export const setTimesSigns = (text: string): string => (text.includes('x') ? text.replace(timesSign, multiply) : text)
