import { ENCODED_OCTET } from './slug.js'
import { trimSpace } from './spaces.js'
import { stripScripts, stripTags } from './strip-tags.js'
import { escapeUnfinishedTags } from './unfinished-tags.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f]/g
const hexDigit = /[\da-f]/i
const spaces = /[\r\n\t ]+/g
const emptyTag = /<>/g

const dropOctets = (text: string): string => {
  if (!ENCODED_OCTET.test(text)) return text
  const result: string[] = []
  // Removing an octet may join the parts of another (%%4141), so the end of the result is checked each time.
  for (const character of text) {
    result.push(character)
    const at = result.length - 3
    if (result[at] === '%' && hexDigit.test(result[at + 1] ?? '') && hexDigit.test(character)) result.length = at
  }
  return result.join('')
}

const dropMarkup = (text: string): string => {
  if (!text.includes('<')) return text
  return stripTags(stripScripts(escapeUnfinishedTags(text))).replace(emptyTag, '')
}

/** Removes control characters, except tabs and line ends. */
export const dropControls = (text: string): string => text.replace(controls, '')

const clean = (text: string): string => dropOctets(dropMarkup(dropControls(text)))

/** Sanitizes one line of plain text: removes tags, control characters, encoded octets, and surrounding or repeated spaces. */
export const sanitizeTextField = (text: string): string => trimSpace(clean(text).replace(spaces, ' '))

/** Like {@link sanitizeTextField}, but preserves line ends and repeated spaces. */
export const sanitizeMultiline = (text: string): string => trimSpace(clean(text))
