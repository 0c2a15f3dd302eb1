import { escapeAmpersands, isReference } from '../html/character-references.js'
import { oneOf } from '../text/ascii.js'
import { type Signs, seekSign } from './characters.js'
import { setDash, setDashes } from './dashes.js'
import { ELLIPSIS, isFixedQuote, setFixedMarks, TYPED_ELLIPSIS } from './fixed-characters.js'
import { type Revision, revise } from './rewrite.js'
import { setDoubleQuote, setSingleQuote } from './simple-quotes.js'
import { curlQuotes } from './smart-quotes.js'
import { setTimesSigns } from './times-signs.js'

const isQuote = oneOf('\'"')

const typesetThoroughly = (text: string): string =>
  escapeAmpersands(setTimesSigns(setDashes(curlQuotes(setFixedMarks(text)))))

/**
 * Sets the signs of a run that can be told from what is next to them, from left to right. False when the run holds
 * others, too.
 */
const typesetSimply = (revision: Revision, signs: Signs, text: string, start: number, end: number): boolean => {
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

/** Typesets a run of a text that holds no markup. */
export const typesetRun = (revision: Revision, signs: Signs, text: string, start: number, end: number): void => {
  if (seekSign(signs, text, start) >= end) return
  const { result, copied } = revision
  if (typesetSimply(revision, signs, text, start, end)) return
  revision.result = result
  revision.copied = copied
  revise(revision, text, start, typesetThoroughly(text.slice(start, end)), end)
}
