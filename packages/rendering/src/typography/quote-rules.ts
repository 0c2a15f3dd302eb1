import { opensAfter, spaceAt } from './word-boundaries.js'

/** The typographic characters for single or double straight quotes. */
export interface QuoteStyle {
  readonly opening: string
  readonly closing: string
  readonly prime: string
}

export const SINGLE: QuoteStyle = { opening: '&#8216;', closing: '&#8217;', prime: '&#8242;' }
export const DOUBLE: QuoteStyle = { opening: '&#8220;', closing: '&#8221;', prime: '&#8243;' }
export const APOSTROPHE = '&#8217;'

/** Whether the single quote at an index opens a quotation, in a run that begins at `start`. */
export const opensSingle = (text: string, index: number, start = 0): boolean =>
  (index > start && text[index - 1] === '"') || opensAfter(text, index, start)

/** Whether the double quote at an index opens a quotation, in a run that begins at `start`. */
export const opensDouble = (text: string, index: number, start = 0): boolean =>
  opensAfter(text, index, start) && !spaceAt(text, index + 1)
