import { normalizeEntities } from '../text/entities.js'
import { sanitizeTextField } from '../text/plain-text.js'
import { filterHtml } from './filter-html.js'

/** Filters tags that this package recognizes, but browsers do not: a `<` followed by white space. */
const filterTags = (text: string): string =>
  text.includes('<') ? filterHtml(text, 'description') : normalizeEntities(text)

/** Sanitizes a name to one line of plain text, escaped for HTML. */
export const sanitizeName = (text: string): string =>
  filterTags(sanitizeTextField(text)).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
