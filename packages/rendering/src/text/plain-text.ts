import { trimSpace } from './spaces.js'
import { stripScripts, stripTags } from './strip-tags.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f]/g
const unfinishedTag = /<(?![^<]*>)/g
const octet = /%[\da-f]{2}/i
const hexDigit = /[\da-f]/i
const spaces = /[\r\n\t ]+/g
const emptyTag = /<>/g

const dropOctets = (text: string): string => {
  if (!octet.test(text)) return text
  const kept: string[] = []
  // Dropping octets can leave others behind (%%4141), however deep: what is kept is looked at as it grows.
  for (const character of text) {
    kept.push(character)
    const at = kept.length - 3
    if (kept[at] === '%' && hexDigit.test(kept[at + 1] ?? '') && hexDigit.test(character)) kept.length = at
  }
  return kept.join('')
}

const dropMarkup = (text: string): string => {
  if (!text.includes('<')) return text
  return stripTags(stripScripts(text.replace(unfinishedTag, '&lt;'))).replace(emptyTag, '')
}

/** Removes control characters; tabs and line ends stay. */
export const dropControls = (text: string): string => text.replace(controls, '')

const clean = (text: string): string => dropOctets(dropMarkup(dropControls(text)))

/** Makes one line of plain text: no tags, no control characters, no encoded octets, single spaces, none around. */
export const sanitizeTextField = (text: string): string => trimSpace(clean(text).replace(spaces, ' '))

/** Like {@link sanitizeTextField}, but lines and the spaces within them stay. */
export const sanitizeMultiline = (text: string): string => trimSpace(clean(text))
