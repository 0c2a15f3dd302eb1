import { attributesOf } from '../html/tag-attributes.js'
import { decodeAttribute, escapeUrl } from '../text/entities.js'
import { ADDRESS_ATTRIBUTES, ALLOWED_SCHEMES } from './allowed-html.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them when they look for a scheme
const invisible = /[\0-\x1f\x7f\s]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controls = /[\0-\x1f\x7f]/g
const endsScheme = /[/?#]/

/** Ends a scheme that begins at an index: the next colon, or -1 when a path, query or fragment begins before it. */
const schemeEnd = (url: string, start: number): number => {
  const colon = url.indexOf(':', start)
  return colon === -1 || endsScheme.test(url.slice(start, colon)) ? -1 : colon
}

const schemeName = (written: string): string => written.replace(invisible, '').toLowerCase()

/**
 * Whether a URL (not escaped) is relative or has a scheme that filtered HTML may use; so must what a `feed:` URL holds.
 */
export const isSafeUrl = (url: string): boolean => {
  let start = 0
  for (let end = schemeEnd(url, start); end !== -1; end = schemeEnd(url, start)) {
    const scheme = schemeName(url.slice(start, end))
    if (scheme !== 'feed') return ALLOWED_SCHEMES.has(scheme)
    start = end + 1
  }
  return true
}

/**
 * Removes schemes that run code or carry data from a URL (not escaped): the rest is relative. A `feed:` URL may hold
 * another one, which is judged as well.
 */
export const safeUrl = (url: string): string => {
  const text = url.replace(controls, '')
  let feeds = ''
  let start = 0
  for (let end = schemeEnd(text, start); end !== -1; end = schemeEnd(text, start)) {
    const scheme = schemeName(text.slice(start, end))
    start = end + 1
    if (scheme === 'feed') feeds += 'feed:'
    else if (ALLOWED_SCHEMES.has(scheme)) return `${feeds}${scheme}:${text.slice(start)}`
  }
  return feeds + text.slice(start)
}

/**
 * The safe URL that a text with character references stands for, as browsers read it; not escaped. What is written to
 * HTML must pass `escapeUrl`, so that browsers see exactly the URL that was judged.
 */
export const urlFromHtml = (html: string): string => safeUrl(decodeAttribute(html))

/** Makes the URLs in the attributes of a tag safe. */
export const dropUnsafeUrls = (tag: string): string => {
  let result = ''
  let done = 0
  for (const { name, value, start, end } of attributesOf(tag)) {
    if (!ADDRESS_ATTRIBUTES.has(name) || isSafeUrl(decodeAttribute(value))) continue
    result += `${tag.slice(done, start)}${name}="${escapeUrl(urlFromHtml(value))}"`
    done = end
  }
  return result + tag.slice(done)
}
