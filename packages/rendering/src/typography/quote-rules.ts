import { opensAfter, spaceAt } from './word-boundaries.js'

/** How the straight quotes of one kind are written in print. */
export interface QuoteStyle {
  readonly opening: string
  readonly closing: string
  readonly prime: string
}

export const SINGLE: QuoteStyle = { opening: '&#8216;', closing: '&#8217;', prime: '&#8242;' }
export const DOUBLE: QuoteStyle = { opening: '&#8220;', closing: '&#8221;', prime: '&#8243;' }
export const APOSTROPHE = '&#8217;'

/** Whether the single quote at an index, in a text that begins at `start`, opens a quotation. */
export const opensSingle = (text: string, index: number, start = 0): boolean =>
  (index > start && text[index - 1] === '"') || opensAfter(text, index, start)

/** Whether the double quote at an index, in a text that begins at `start`, opens a quotation. */
export const opensDouble = (text: string, index: number, start = 0): boolean =>
  opensAfter(text, index, start) && !spaceAt(text, index + 1)
