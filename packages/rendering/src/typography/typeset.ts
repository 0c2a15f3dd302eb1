import { escapeAmpersands } from '../html/character-references.js'
import { oneOf } from '../text/ascii.js'
import { type CharacterIndex, createCharacterIndex, holdsCharacters, nextAmpersand } from './characters.js'
import { findFrom } from './find-from.js'
import { type Rewrite, revise, revised } from './rewrite.js'
import { typesetRun } from './typeset-run.js'

const verbatimTag = /<(\/?)(pre|code|kbd|style|script|tt)(?=[ >])/y
const shortcodeTag = /\[(?:\/|\[)?([\w-]+)(?=[\s/\]])/y
const isPlain = /^[a-wyzA-Z\d ,]*$/

const SLASH = 47
const EXCLAMATION = 33
const SHORT = 100
const NO_SHORTCODES: ReadonlySet<string> = new Set()

/** The second letters of the elements whose text stays. */
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
 * The end of a shortcode's tag that starts here, or -1. Tags within it are passed over as a whole, so that it never ends
 * in an attribute of one; another bracket ends the hope.
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

/** Keeps the names of the elements that are open and whose text stays. */
const trackVerbatim = (text: string, index: number, open: string[]): void => {
  if (!mayBeVerbatim(text.charCodeAt(text.charCodeAt(index + 1) === SLASH ? index + 3 : index + 2))) return
  verbatimTag.lastIndex = index
  const found = verbatimTag.exec(text)
  if (found === null) return
  const [, slash, name = ''] = found
  if (slash === '') open.push(name)
  else if (open.at(-1) === name) open.pop()
}

/** A text whose parts are being typeset, from its start to its end. */
export interface Typesetting {
  readonly text: string
  readonly shortcodes: ReadonlySet<string>
  readonly rewrite: Rewrite
  readonly characters: CharacterIndex
  /** The names of the elements that are open and whose text stays. */
  readonly open: string[]
  /** Where the next bracket stands. */
  bracket: number
}

export const startTypesetting = (
  text: string,
  shortcodes: ReadonlySet<string>,
  characters = createCharacterIndex(),
): Typesetting => ({
  text,
  shortcodes,
  rewrite: { result: '', copied: 0 },
  characters,
  open: [],
  bracket: -1,
})

/** Typesets a part of a text and returns where it ends: after its last tag, if that reaches further. */
export const typesetPart = (typesetting: Typesetting, start: number, end: number): number => {
  const { text, shortcodes, rewrite, characters, open } = typesetting
  let run = start
  let tag = -1
  for (let index = start; ; ) {
    if (tag < index) tag = findFrom(text, '<', index)
    if (typesetting.bracket < index) typesetting.bracket = findFrom(text, '[', index)
    index = Math.min(tag, typesetting.bracket)
    if (index >= end) break
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
  if (run >= end) return run
  if (open.length === 0) typesetRun(rewrite, characters, text, run, end)
  return end
}

/**
 * Sets text in print typography: curly quotes, apostrophes, primes, dashes, ellipses and the times sign, as character
 * references; bare ampersands are escaped. Tags, comments, the tags of the given shortcodes and the text of code
 * elements keep theirs.
 */
export const typeset = (text: string, shortcodes: ReadonlySet<string> = NO_SHORTCODES): string => {
  if (text.length < SHORT && isPlain.test(text)) return text
  const typesetting = startTypesetting(text, shortcodes)
  typesetPart(typesetting, 0, text.length)
  return revised(typesetting.rewrite, text)
}

/** Like {@link typeset}, for a text that was typeset before: its ampersands begin character references, all of them. */
export const typesetAgain = (text: string, shortcodes: ReadonlySet<string>): string => {
  if (!holdsCharacters(text)) return text
  const typesetting = startTypesetting(text, shortcodes, createCharacterIndex(text.length))
  typesetPart(typesetting, 0, text.length)
  return revised(typesetting.rewrite, text)
}
