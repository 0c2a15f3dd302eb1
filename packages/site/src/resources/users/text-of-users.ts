import { filterHtml } from '../../rendering/filter-html.js'
import { sanitizeName, sanitizeTextField } from '../../text/plain-text.js'

/** One line of text: no tags, scripts, control characters, escaped octets and needless space. */
export const plainLine = sanitizeTextField

/** A name of a user as it is stored and shown: plain text, written as HTML. */
export const nameText = sanitizeName

/** What users say about themselves, as it is stored: text with the elements of running text, and nothing that runs. */
export const descriptionHtml = (given: string): string => filterHtml(given, 'description').trim()
