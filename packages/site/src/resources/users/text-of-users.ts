import { filterHtml } from '../../rendering/filter-html.js'
import { normalizeEntities } from '../../text/entities.js'

const SCRIPTS = /<(script|style)\b[^>]*>.*?<\/\1\s*>/gis
const COMMENTS = /<!--.*?-->/gs
const TAGS = /<[^\s<][^>]*>/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g
const OCTETS = /%[\da-f]{2}/i

/** One line of text: no tags, scripts, control characters, escaped octets and needless space. */
export function plainLine(given: string): string {
  let text = given.replace(SCRIPTS, '').replace(COMMENTS, '').replace(TAGS, '').replace(CONTROLS, '')
  // Taking octets out may put others together.
  while (OCTETS.test(text)) text = text.replace(new RegExp(OCTETS, 'gi'), '')
  return text.replace(/\s+/g, ' ').trim()
}

/** A name of a user as it is stored and shown: plain text, written as HTML. */
export const nameText = (given: string): string =>
  normalizeEntities(plainLine(given)).replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** What users say about themselves, as it is stored: text with the elements of running text, and nothing that runs. */
export const descriptionHtml = (given: string): string => filterHtml(given, 'description').trim()
