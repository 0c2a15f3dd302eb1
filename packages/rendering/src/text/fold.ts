import { normalize } from './normalize.js'
import { plainLetters } from './plain-letters.js'

export const ASCII = /^[\0-\x7f]*$/
const marks = /\p{M}+/gu

/**
 * Folds text for unique keys, such as logins: decomposed (NFD), without combining marks, in lower case. The function
 * never changes, because stored records must not get equal keys.
 */
export const foldKey = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : normalize(text, 'NFD').replace(marks, '').toLowerCase()

/** The version of `fold`: texts that were folded by another version must be folded again. */
export const FOLDING = 2

const beyondAscii = /[^\0-\x7f]/gu
/**
 * Characters that may fold to something other than their lower case; this excludes most letters of Cyrillic, Hebrew,
 * Arabic, Chinese and Korean.
 */
const special =
  /[^\0-\x7f\u0410-\u044f\u0454\u0456\u0457\u05d0-\u05d9\u05db\u05dc\u05de\u05e0-\u05e2\u05e4\u05e6-\u05ea\u0620-\u064a\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/gu
const dottedL = /[Ŀŀ]/g
/** The marks of scripts whose letters are the same with any of them, and the dots below letters of India. */
const accents =
  /([\p{sc=Latin}\p{sc=Greek}\p{sc=Hiragana}\p{sc=Katakana}])\p{M}+|[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/gu
/** Marks without a letter of their own, marks that scripts usually omit, and invisible characters. */
const optional =
  /(?=\p{M})[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]|[\u00ad\u200b-\u200f\u2060\ufeff]/gu
const digit = /\p{Nd}/u
const digits = /(?![0-9])\p{Nd}/gu
/** Characters that form one letter with the preceding one: marks, and parts of Korean syllables. */
const joining = /^[\p{M}\u1160-\u11ff]/u

/**
 * The results of folding single characters, cached for those that occurred. `null` if the result depends on other
 * characters.
 */
const known = new Map<string, string | null>()

/**
 * Folds text for search and sorting: in lower case, and without differences that the collation `utf8mb4_unicode_520_ci`
 * ignores, such as accents, the width of characters, `ø` and `o`, the two kana, or the digits of several scripts.
 * Letters that are distinct there (`æ`, `ß`, `й`) stay distinct. Takes linear time.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let isJoined = false
  const folded = text.replace(special, character => {
    if (isJoined) return ''
    const one = known.get(character)
    const own = one === undefined ? learn(character) : one
    isJoined = own === null
    return own ?? ''
  })
  return isJoined ? foldAll(text) : folded.toLowerCase()
}

function learn(character: string): string | null {
  const folded = joining.test(character.normalize('NFKD')) ? null : foldAll(character)
  if (character.length === 1) known.set(character, folded)
  return folded
}

const foldAll = (text: string): string =>
  normalize(text.replace(dottedL, 'l'), 'NFKD')
    .replace(accents, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(optional, '')
    .replace(digits, digitOf)
    .replace(beyondAscii, letter => plainLetters.get(letter) ?? letter)

/** The digits of a script are consecutive: their code points start with one that ends in 0 or 6. */
function digitOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const offset = digit.test(String.fromCodePoint(code & ~15)) ? 0 : 6
  return code > 0xffff ? letter : String((code & 15) - offset)
}
