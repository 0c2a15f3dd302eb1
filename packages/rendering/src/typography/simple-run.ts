import { isReference } from '../html/character-references.js'
import { isDigit, oneOf } from '../text/ascii.js'
import { type Signs, seekSign } from './characters.js'
import { setDash } from './dashes.js'
import { ELLIPSIS, isFixedQuote, TYPED_ELLIPSIS } from './fixed-characters.js'
import { APOSTROPHE, DOUBLE, opensDouble, opensSingle, SINGLE } from './quote-rules.js'
import { type Revision, revise } from './rewrite.js'
import { endsWord, joinsNothing } from './word-boundaries.js'

const isQuote = oneOf('\'"')

/** Curls the double quote at an index of a run. False next to a digit, where its meaning depends on other quotes. */
const setDoubleQuote = (revision: Revision, text: string, index: number, start: number): boolean => {
  if (isDigit(text.charCodeAt(index + 1)) || isDigit(text.charCodeAt(index - 1))) return false
  revise(revision, text, index, opensDouble(text, index, start) ? DOUBLE.opening : DOUBLE.closing, index + 1)
  return true
}

const singleFor = (text: string, index: number, start: number, end: number): string => {
  if (opensSingle(text, index, start)) return SINGLE.opening
  if (!joinsNothing(text, index + 1, end)) return APOSTROPHE
  return endsWord(text, index + 1, end) ? SINGLE.closing : "'"
}

/** Like {@link setDoubleQuote}, for a single quote. */
const setSingleQuote = (revision: Revision, text: string, index: number, start: number, end: number): boolean => {
  if (isDigit(text.charCodeAt(index + 1)) || isDigit(text.charCodeAt(index - 1))) return false
  revise(revision, text, index, singleFor(text, index, start, end), index + 1)
  return true
}

/**
 * A fast path of typography: typesets a run from left to right whose characters depend only on their neighbours. False,
 * with the rewrite in an undefined state, when some character needs more than that; see `typesetAnyRun`.
 */
export const typesetSimpleRun = (
  revision: Revision,
  signs: Signs,
  text: string,
  start: number,
  end: number,
): boolean => {
  for (let index = seekSign(signs, text, start); index < end; ) {
    let next = index + 1
    if (index === signs.ellipsis) {
      if (isQuote(text.charCodeAt(index - 1))) return false
      next = index + TYPED_ELLIPSIS.length
      revise(revision, text, index, ELLIPSIS, next)
    } else if (index === signs.rare) return false
    else if (index === signs.dash) next = setDash(revision, text, index, start, end)
    else if (index === signs.double) {
      if (!setDoubleQuote(revision, text, index, start)) return false
    } else if (index === signs.single) {
      if (isFixedQuote(text, index) || !setSingleQuote(revision, text, index, start, end)) return false
    } else if (!isReference(text, index)) return false
    index = seekSign(signs, text, next)
  }
  return true
}
