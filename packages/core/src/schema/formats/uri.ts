import type { FormatByRules, FormatDefinition } from './format-definition.js'
import { isUri } from './is-uri.js'

/** The schemes of URLs that may be shown in a page: none of them runs code or contains data. */
export const SAFE_SCHEMES: readonly string[] = Object.freeze(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
)
const schemes = new Set(SAFE_SCHEMES)
const unsafe = /[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u{80}-\u{10ffff}]/giu
const relative = /^[/?#]|^[a-z0-9-]+\.php/i
const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i

/** Accepts every text, also relative URLs and bare host names, and makes it safe. */
const cleaned: FormatDefinition = { code: 'rest_invalid_uri', noun: 'a URI', convert: cleanUri }

const strict: FormatDefinition = { ...cleaned, test: isUri }

export const uri: FormatByRules = rules => (rules.uri === 'strict' ? strict : cleaned)

/**
 * Makes a URL safe for a page: without characters that could end an attribute, without line breaks, and with a safe
 * scheme or none. A host name without a scheme gets `http://`. Returns an empty string for any other scheme.
 */
export function cleanUri(text: string): string {
  const clean = withoutLineBreaks(text.trimStart().replaceAll(' ', '%20').replace(unsafe, '')).replace(';//', '://')
  if (clean === '') return ''
  const isBareHost = !clean.includes(':') && !relative.test(clean)
  const url = encodeBrackets(isBareHost ? `http://${clean}` : clean)
  return url.startsWith('/') ? url : withSafeScheme(url)
}

/** Removing one escape may join the parts of another (`%0%0aa`), so the end of the result is checked each time. */
function withoutLineBreaks(text: string): string {
  if (/^mailto:/i.test(text) || !/%0[ad]/i.test(text)) return text
  const result: string[] = []
  for (const character of text) {
    result.push(character)
    if (/^%0[ad]$/i.test(result.slice(-3).join(''))) result.length -= 3
  }
  return result.join('')
}

/** Only the host may have brackets, around an IPv6 address. */
function encodeBrackets(text: string): string {
  const start = authority.exec(text)?.[0].length ?? 0
  return text.slice(0, start) + text.slice(start).replaceAll('[', '%5B').replaceAll(']', '%5D')
}

function withSafeScheme(url: string): string {
  const [outer, rest] = splitScheme(url)
  if (outer === undefined) return url
  if (outer === 'feed' && rest === '') return ''
  // `feed:` may precede another URL.
  const [inner = 'http'] = outer === 'feed' ? splitScheme(rest.replace(/^(?:feed:)+/i, '')) : []
  return schemes.has(outer) && schemes.has(inner) ? `${outer}:${rest}` : ''
}

function splitScheme(url: string): [scheme: string | undefined, rest: string] {
  const colon = url.indexOf(':')
  return colon < 0 ? [undefined, url] : [url.slice(0, colon).toLowerCase(), url.slice(colon + 1)]
}
