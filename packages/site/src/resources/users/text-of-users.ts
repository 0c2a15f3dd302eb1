import { filterHtml } from '../../rendering/filter-html.js'

/**
 * A name as it is stored: one line, without tags, scripts and styles and needless space. What looks like a tag and is
 * none stays, escaped.
 */
export function nameText(given: string): string {
  return given
    .replace(/<(script|style)\b[^>]*>.*?<\/\1\s*>/gis, '')
    .replace(/<[a-z/!?][^>]*>/gi, '')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What users say about themselves, as it is stored: text with the elements of running text, and nothing that runs. */
export const descriptionHtml = (given: string): string => filterHtml(given, 'description').trim()
