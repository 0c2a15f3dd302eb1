import { escapeAmpersands } from '../html/character-references.js'
import { type Signs, seekSign } from './characters.js'
import { setDashes } from './dashes.js'
import { setFixedMarks } from './fixed-characters.js'
import { type Revision, revise } from './rewrite.js'
import { typesetSimpleRun } from './simple-run.js'
import { curlQuotes } from './smart-quotes.js'
import { setTimesSigns } from './times-signs.js'

/** Typesets a text without markup, whatever it holds. */
export const typesetAnyRun = (text: string): string =>
  escapeAmpersands(setTimesSigns(setDashes(curlQuotes(setFixedMarks(text)))))

/** Typesets a run of a text that holds no markup. */
export const typesetRun = (revision: Revision, signs: Signs, text: string, start: number, end: number): void => {
  if (seekSign(signs, text, start) >= end) return
  const { result, copied } = revision
  if (typesetSimpleRun(revision, signs, text, start, end)) return
  revision.result = result
  revision.copied = copied
  revise(revision, text, start, typesetAnyRun(text.slice(start, end)), end)
}
