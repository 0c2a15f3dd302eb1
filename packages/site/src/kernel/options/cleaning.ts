import { isUrl } from '@platen/core'
import { escapeAttribute, normalizeEntities } from '@platen/rendering'
import { isTimeZone } from '../time/index.js'

/** Escapes markup, but not the character references of HTML 4 that the text already contains. */
export const escapedText = (text: string): string => escapeAttribute(normalizeEntities(text))

/** Removes tags; neither trims nor escapes. */
export function withoutTags(text: string): string {
  return text.replace(/<[^<>]*>/g, '')
}

/** The maximum offset of a time zone from UTC, in hours. */
const MAX_OFFSET = 14

/**
 * Whether a text is a time zone name or a fixed offset such as `UTC+2`, of at most 14 hours. An empty text is valid: no
 * zone.
 */
export function isSiteTimeZone(text: string): boolean {
  const offset = /^UTC[+-](\d{1,2}(?:\.\d{1,2})?)$/.exec(text)?.[1]
  if (offset !== undefined) return Number(offset) <= MAX_OFFSET
  return text === '' || (/^[A-Z]/.test(text) && isTimeZone(text))
}

/** Whether a text looks like a locale code such as `de_DE`. An empty text is valid: the site's locale. */
export function isLocaleCode(text: string): boolean {
  return text === '' || /^[a-z]{2,3}(_[A-Z]{2})?(_[a-z\d]+)?$/.test(text)
}

/** Normalizes an absolute http or https URL to one without trailing slashes; `undefined` for any other text. */
export function normalizedUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !isUrl(text)) return undefined
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
