import { isDigit } from '../text/ascii.js'
import { findFrom } from './find-from.js'
import { TYPED_ELLIPSIS } from './fixed-characters.js'

/**
 * For each kind of character that typography may change, the index of the next one, or the length of the text. A kind is
 * searched again only after its last index is passed, since most texts lack most kinds.
 */
export interface CharacterIndex {
  double: number
  single: number
  dash: number
  ampersand: number
  /** The first of the kinds below. */
  rare: number
  ellipsis: number
  backtick: number
  trademark: number
  times: number
  /** The first of all. */
  next: number
}

export const createCharacterIndex = (): CharacterIndex => ({
  double: -1,
  single: -1,
  dash: -1,
  ampersand: -1,
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

const seekRare = (characters: CharacterIndex, text: string, from: number): void => {
  if (characters.ellipsis < from) characters.ellipsis = findFrom(text, TYPED_ELLIPSIS, from)
  if (characters.backtick < from) characters.backtick = findFrom(text, '`', from)
  if (characters.trademark < from) characters.trademark = findFrom(text, '(tm)', from)
  if (characters.times < from) characters.times = findTimes(text, from)
  characters.rare = Math.min(characters.ellipsis, characters.backtick, characters.trademark, characters.times)
}

/** Returns the index of the next ampersand. */
export const nextAmpersand = (characters: CharacterIndex, text: string, from: number): number => {
  if (characters.ampersand < from) characters.ampersand = findFrom(text, '&', from)
  return characters.ampersand
}

/** Returns the index of the next character of any kind, at or after `from`. */
export const seekCharacter = (characters: CharacterIndex, text: string, from: number): number => {
  if (characters.next >= from) return characters.next
  if (characters.rare < from) seekRare(characters, text, from)
  if (characters.double < from) characters.double = findFrom(text, '"', from)
  if (characters.single < from) characters.single = findFrom(text, "'", from)
  if (characters.dash < from) characters.dash = findFrom(text, '-', from)
  characters.next = Math.min(
    characters.rare,
    characters.double,
    characters.single,
    characters.dash,
    nextAmpersand(characters, text, from),
  )
  return characters.next
}
