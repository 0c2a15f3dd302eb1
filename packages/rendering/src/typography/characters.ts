import { isDigit } from '../text/ascii.js'
import { findFrom } from './find-from.js'
import { TYPED_ELLIPSIS } from './fixed-characters.js'

/**
 * Where the signs that typography may change stand next in a text, or its end. Each kind is looked for by itself and not
 * again before it is passed: most kinds are not in a text at all.
 */
export interface Signs {
  double: number
  single: number
  dash: number
  ampersand: number
  /** The next of those that follow. */
  rare: number
  ellipsis: number
  backtick: number
  trademark: number
  times: number
  /** The next of all. */
  next: number
}

export const createSigns = (ampersand = -1): Signs => ({
  double: -1,
  single: -1,
  dash: -1,
  ampersand,
  rare: -1,
  ellipsis: -1,
  backtick: -1,
  trademark: -1,
  times: -1,
  next: -1,
})

const findTimes = (text: string, from: number): number => {
  let index = findFrom(text, 'x', from)
  while (index < text.length && !(isDigit(text.charCodeAt(index + 1)) && isDigit(text.charCodeAt(index - 1))))
    index = findFrom(text, 'x', index + 1)
  return index
}

const seekRare = (signs: Signs, text: string, from: number): void => {
  if (signs.ellipsis < from) signs.ellipsis = findFrom(text, TYPED_ELLIPSIS, from)
  if (signs.backtick < from) signs.backtick = findFrom(text, '`', from)
  if (signs.trademark < from) signs.trademark = findFrom(text, '(tm)', from)
  if (signs.times < from) signs.times = findTimes(text, from)
  signs.rare = Math.min(signs.ellipsis, signs.backtick, signs.trademark, signs.times)
}

/** Where the next ampersand stands. */
export const nextAmpersand = (signs: Signs, text: string, from: number): number => {
  if (signs.ampersand < from) signs.ampersand = findFrom(text, '&', from)
  return signs.ampersand
}

/** Goes on to an index, and tells where the next sign of any kind stands. */
export const seekSign = (signs: Signs, text: string, from: number): number => {
  if (signs.next >= from) return signs.next
  if (signs.rare < from) seekRare(signs, text, from)
  if (signs.double < from) signs.double = findFrom(text, '"', from)
  if (signs.single < from) signs.single = findFrom(text, "'", from)
  if (signs.dash < from) signs.dash = findFrom(text, '-', from)
  signs.next = Math.min(signs.rare, signs.double, signs.single, signs.dash, nextAmpersand(signs, text, from))
  return signs.next
}

/** Whether a text holds any of the signs but ampersands. */
export const holdsSigns = (text: string): boolean =>
  text.includes('-') ||
  text.includes("'") ||
  text.includes('"') ||
  text.includes('`') ||
  text.includes(TYPED_ELLIPSIS) ||
  text.includes('(tm)') ||
  findTimes(text, 0) < text.length
