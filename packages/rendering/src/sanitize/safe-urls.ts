import { SAFE_SCHEMES } from '@platen/core'
import { attributesOf } from '../html/tag-attributes.js'
import { decodeAttribute, escapeUrl } from '../text/entities.js'
import { URL_ATTRIBUTES } from './allowed-html.js'

const safeSchemes: ReadonlySet<string> = new Set(SAFE_SCHEMES)

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them when they parse the scheme
const invisible = /[\0-\x1f\x7f\s]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
export const CONTROL_CHARACTERS = /[\0-\x1f\x7f]/g
const endsScheme = /[/?#]/

/** The index of the colon after a scheme that begins at `start`; -1 if a path, query or fragment begins before it. */
const schemeEnd = (url: string, start: number): number => {
  const colon = url.indexOf(':', start)
  return colon === -1 || endsScheme.test(url.slice(start, colon)) ? -1 : colon
}

const schemeName = (written: string): string => written.replace(invisible, '').toLowerCase()

/**
 * Whether a decoded URL is relative or has a safe scheme. For a `feed:` URL, this must also be true of the URL in it.
 */
export const isSafeUrl = (url: string): boolean => {
  let start = 0
  for (let end = schemeEnd(url, start); end !== -1; end = schemeEnd(url, start)) {
    const scheme = schemeName(url.slice(start, end))
    if (scheme !== 'feed') return safeSchemes.has(scheme)
    start = end + 1
  }
  return true
}

/**
 * Removes unsafe schemes from a decoded URL, so that the rest is relative. A URL within a `feed:` URL is treated
 * likewise.
 */
export const safeUrl = (url: string): string => {
  const text = url.replace(CONTROL_CHARACTERS, '')
  let feeds = ''
  let start = 0
  for (let end = schemeEnd(text, start); end !== -1; end = schemeEnd(text, start)) {
    const scheme = schemeName(text.slice(start, end))
    start = end + 1
    if (scheme === 'feed') feeds += 'feed:'
    else if (safeSchemes.has(scheme)) return `${feeds}${scheme}:${text.slice(start)}`
  }
  return feeds + text.slice(start)
}

/**
 * Decodes the character references of a URL as browsers do, and removes unsafe schemes. Write the result with
 * `escapeUrl`, so that browsers read exactly this URL.
 */
export const urlFromHtml = (html: string): string => safeUrl(decodeAttribute(html))

/** Removes unsafe schemes from the URLs in the attributes of a tag. */
export const dropUnsafeUrls = (tag: string): string => {
  let result = ''
  let done = 0
  for (const { name, value, start, end } of attributesOf(tag)) {
    if (!URL_ATTRIBUTES.has(name) || isSafeUrl(decodeAttribute(value))) continue
    result += `${tag.slice(done, start)}${name}="${escapeUrl(urlFromHtml(value))}"`
    done = end
  }
  return result + tag.slice(done)
}

/** Adds `http://` to a URL without a scheme, unless it begins with a slash, a query or a fragment. */
export const withScheme = (url: string): string =>
  url === '' || /^(?:[a-z][\w+.-]*:|[/#?])/i.test(url) ? url : `http://${url}`
