import { isDigit } from '../text/ascii.js'
import { APOSTROPHE, DOUBLE, opensDouble, opensSingle, SINGLE } from './quote-rules.js'
import { type Revision, revise } from './rewrite.js'
import { endsWord, joinsNothing } from './word-boundaries.js'

/**
 * Curls the double quote at an index of the part of a text that begins at `start`. False when it is next to a digit:
 * what it is depends on the other quotes then.
 */
export const setDoubleQuote = (revision: Revision, text: string, index: number, start: number): boolean => {
  if (isDigit(text.charCodeAt(index + 1)) || isDigit(text.charCodeAt(index - 1))) return false
  revise(revision, text, index, opensDouble(text, index, start) ? DOUBLE.opening : DOUBLE.closing, index + 1)
  return true
}

const singleFor = (text: string, index: number, start: number, end: number): string => {
  if (opensSingle(text, index, start)) return SINGLE.opening
  if (!joinsNothing(text, index + 1, end)) return APOSTROPHE
  return endsWord(text, index + 1, end) ? SINGLE.closing : "'"
}

/** Like {@link setDoubleQuote}, for the single quote at an index of the part from `start` to `end`. */
export const setSingleQuote = (
  revision: Revision,
  text: string,
  index: number,
  start: number,
  end: number,
): boolean => {
  if (isDigit(text.charCodeAt(index + 1)) || isDigit(text.charCodeAt(index - 1))) return false
  revise(revision, text, index, singleFor(text, index, start, end), index + 1)
  return true
}
