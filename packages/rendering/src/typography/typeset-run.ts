import { escapeAmpersands } from '../html/character-references.js'
import { type CharacterIndex, seekCharacter } from './characters.js'
import { setDashes } from './dashes.js'
import { setFixedMarks } from './fixed-characters.js'
import { type Rewrite, revise } from './rewrite.js'
import { typesetSimpleRun } from './simple-run.js'
import { curlQuotes } from './smart-quotes.js'
import { setTimesSigns } from './times-signs.js'

/** Typesets any text without markup. */
export const typesetAnyRun = (text: string): string =>
  escapeAmpersands(setTimesSigns(setDashes(curlQuotes(setFixedMarks(text)))))

/** Typesets a run of a text, without markup. */
export const typesetRun = (
  rewrite: Rewrite,
  characters: CharacterIndex,
  text: string,
  start: number,
  end: number,
): void => {
  if (seekCharacter(characters, text, start) >= end) return
  const { result, copied } = rewrite
  if (typesetSimpleRun(rewrite, characters, text, start, end)) return
  rewrite.result = result
  rewrite.copied = copied
  revise(rewrite, text, start, typesetAnyRun(text.slice(start, end)), end)
}
