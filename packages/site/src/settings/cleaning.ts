import { isTimeZone } from '../time/site-time.js'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Text that is shown as it is in a page: what would be markup is escaped, entities that are there already stay. */
export function escapedText(text: string): string {
  return text.replace(/&(?:[a-z][a-z\d]{1,31}|#\d{1,7}|#x[\da-f]{1,6});|[&<>"']/gi, found => ENTITIES[found] ?? found)
}

/** Text without tags, neither trimmed nor escaped. */
export function withoutTags(text: string): string {
  return text.replace(/<[^<>]*>/g, '')
}

/** Whether a text names a time zone, or gives a fixed offset from UTC such as `UTC+2`; empty is none. */
export function isSiteTimeZone(text: string): boolean {
  return text === '' || /^UTC[+-]\d{1,2}(\.\d{1,2})?$/.test(text) || (/^[A-Z]/.test(text) && isTimeZone(text))
}

/** Whether a text has the form of a locale code, such as `de_DE`; empty is the site's own. */
export function isLocaleCode(text: string): boolean {
  return text === '' || /^[a-z]{2,3}(_[A-Z]{2})?(_[a-z\d]+)?$/.test(text)
}

/** An absolute web address without a slash at its end; `undefined` when the text is none. */
export function siteAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
