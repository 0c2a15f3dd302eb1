import { normalizeEntities } from '../text/entities.js'
import { sanitizeTextField } from '../text/plain-text.js'
import { filterHtml } from './filter-html.js'

/** What looks like a tag once white space after `<` is no obstacle is filtered like other HTML. */
const filterTags = (text: string): string =>
  text.includes('<') ? filterHtml(text, 'description') : normalizeEntities(text)

/** Makes a name as it is stored and shown: one line of plain text, written as HTML. */
export const sanitizeName = (text: string): string =>
  filterTags(sanitizeTextField(text)).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
