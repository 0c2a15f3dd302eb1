import { isDigit } from './word-edges.js'

/** What of a text typography may have to change. */
export const Trait = { QUOTE: 1, FIXED: 2, DASH: 4, TIMES: 8, AMPERSAND: 16 } as const

/** The traits that a character may be a sign of. */
const signs = new Uint8Array(128)
for (const [characters, trait] of [
  ['"', Trait.QUOTE],
  ["'", Trait.QUOTE | Trait.FIXED],
  ['`.(', Trait.FIXED],
  ['-', Trait.DASH],
  ['x', Trait.TIMES],
  ['&', Trait.AMPERSAND],
] as const)
  for (const character of characters) signs[character.charCodeAt(0)] = trait

const DASH = 45
const isWordPart = (code: number): boolean => (code >= 48 && code < 60) || (code > 62 && code < 128)

const isSign = (text: string, index: number, end: number, code: number): boolean => {
  const next = index + 1 < end ? text.charCodeAt(index + 1) : 0
  if (code === 46) return next === 46
  if (code === 40) return next === 116
  if (code === DASH) return !isWordPart(next)
  if (code === 120) return isDigit(next) && isDigit(text.charCodeAt(index - 1))
  return true
}

/** The traits of a part of a text, perhaps more than it has: what is left out is not there. */
export const traitsOf = (text: string, start: number, end: number): number => {
  let traits = 0
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index)
    const sign = code < 128 ? (signs[code] as number) : 0
    if (sign !== 0 && (traits & sign) !== sign && isSign(text, index, end, code)) traits |= sign
  }
  return traits
}
