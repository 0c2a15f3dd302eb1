import { sanitizeTextField } from '@platen/rendering'

/** Names that need no quotes. */
const PLAIN = /^[a-z-]+$/i
/** Characters that would end a quoted name, or hide its end. */
const QUOTES = /["'\\]/g

function quotedName(name: string): string {
  if (PLAIN.test(name)) return name
  return `"${name.replace(QUOTES, '').trim()}"`
}

/**
 * Sanitizes the value of the CSS property `font-family`: plain text, with quotes around names that are more than letters and
 * hyphens. Quotes within a name are removed, so that no name ends early.
 */
export const cleanFamilyList = (list: string): string =>
  sanitizeTextField(list)
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
    .map(quotedName)
    .join(', ')
