import { escapeAmpersands } from '../html/character-references.js'
import { isDigit, oneOf } from '../text/ascii.js'
import { type CharacterIndex, createCharacterIndex, nextAmpersand, seekCharacter } from './characters.js'
import { setDashes } from './dashes.js'
import { findFrom } from './find-from.js'
import { setFixedMarks } from './fixed-characters.js'
import { type Rewrite, revise, revised } from './rewrite.js'
import { typesetSimpleRun } from './simple-run.js'
import { curlQuotes } from './smart-quotes.js'

const timesSign = /(?<=\d)x(?=\d+\b)/g

/** Whether the digits before `end` are a whole number, and not the `0` of a hexadecimal number. */
const isFactor = (text: string, end: number): boolean => {
  let start = end
  while (start > 0 && isDigit(text.charCodeAt(start - 1))) start--
  if (start > 0 && /\w/.test(text.charAt(start - 1))) return false
  return end - start > 1 || text[start] !== '0' || /(?:^|\W)\d+[.,]+$/.test(text.slice(Math.max(0, start - 24), start))
}

const multiply = (found: string, offset: number, text: string): string => (isFactor(text, offset) ? '&#215;' : found)

/** Replaces the letter between two numbers by a times sign: `3x4`. */
export const setTimesSigns = (text: string): string => (text.includes('x') ? text.replace(timesSign, multiply) : text)

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

const verbatimTag = /<(\/?)(pre|code|kbd|style|script|tt)(?=[ >])/y
const shortcodeTag = /\[(?:\/|\[)?([\w-]+)(?=[\s/\]])/y
const isPlain = /^[a-wyzA-Z\d ,]*$/

const SLASH = 47
const EXCLAMATION = 33
const SHORT = 100
const NO_SHORTCODES: ReadonlySet<string> = new Set()

/** The second letters of verbatim elements. */
const mayBeVerbatim = oneOf('robtc')

const isComment = (text: string, start: number): boolean =>
  text.charCodeAt(start + 1) === EXCLAMATION && text.startsWith('--', start + 2)

const tagEnd = (text: string, start: number): number => {
  const isMarked = isComment(text, start)
  const end = isMarked ? text.indexOf('-->', start + 2) : text.indexOf('>', start)
  if (end === -1) return text.length
  return end + (isMarked ? 3 : 1)
}

/**
 * The end of the shortcode tag at an index; -1 if there is none. Tags within it are skipped, so that it cannot end in one
 * of their attributes; it cannot contain another opening bracket.
 */
const shortcodeEnd = (text: string, start: number, tags: ReadonlySet<string>): number => {
  shortcodeTag.lastIndex = start
  const name = shortcodeTag.exec(text)?.[1]
  if (name === undefined || !tags.has(name)) return -1
  for (let index = shortcodeTag.lastIndex; index < text.length; ) {
    const character = text[index]
    if (character === '[') return -1
    if (character === ']') return text[index + 1] === ']' ? index + 2 : index + 1
    index = character === '<' ? tagEnd(text, index) : index + 1
  }
  return -1
}

/** Tracks the names of open verbatim elements. */
const trackVerbatim = (text: string, index: number, open: string[]): void => {
  if (!mayBeVerbatim(text.charCodeAt(text.charCodeAt(index + 1) === SLASH ? index + 3 : index + 2))) return
  verbatimTag.lastIndex = index
  const found = verbatimTag.exec(text)
  if (found === null) return
  const [, slash, name = ''] = found
  if (slash === '') open.push(name)
  else if (open.at(-1) === name) open.pop()
}

/**
 * Applies print typography: curly quotes, apostrophes, primes, dashes, ellipses and times signs, as character references;
 * bare ampersands are escaped. Tags, comments, the tags of the given shortcodes, and code do not change.
 */
export const typeset = (text: string, shortcodes: ReadonlySet<string> = NO_SHORTCODES): string => {
  if (text.length < SHORT && isPlain.test(text)) return text
  const rewrite: Rewrite = { result: '', copied: 0 }
  const characters = createCharacterIndex()
  const open: string[] = []
  let run = 0
  let tag = -1
  let bracket = -1
  for (let index = 0; ; ) {
    if (tag < index) tag = findFrom(text, '<', index)
    if (bracket < index) bracket = findFrom(text, '[', index)
    index = Math.min(tag, bracket)
    if (index >= text.length) break
    const next = index === tag ? tagEnd(text, index) : shortcodeEnd(text, index, shortcodes)
    if (next === -1) {
      index++
      continue
    }
    if (open.length === 0) typesetRun(rewrite, characters, text, run, index)
    if (index === tag) {
      if (nextAmpersand(characters, text, index) < next && !isComment(text, index))
        revise(rewrite, text, index, escapeAmpersands(text.slice(index, next)), next)
      trackVerbatim(text, index, open)
    }
    run = index = next
  }
  if (open.length === 0) typesetRun(rewrite, characters, text, run, text.length)
  return revised(rewrite, text)
}
