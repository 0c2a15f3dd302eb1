import type { FormatByRules, FormatDefinition } from './format-definition.js'
import { isIpv6 } from './ip.js'

const scheme = /^[a-z][a-z0-9+.-]*:/i
/** Characters allowed in any part: unreserved characters, sub-delimiters, `:`, `@` and percent-encoded bytes. */
const characters = /^(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*$/i
const userInfo = /^(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*$/i
const name = /^(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*$/i
const futureAddress = /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i
const port = /^(?::\d*)?$/

/** Whether a text is a URI with a scheme, and maybe a fragment (RFC 3986). */
export function isUri(text: string): boolean {
  const [start] = scheme.exec(text) ?? []
  if (start === undefined) return false
  const [rest = '', fragment = '', ...more] = text.slice(start.length).split('#')
  if (more.length > 0 || !characters.test(fragment)) return false
  if (!rest.startsWith('//')) return characters.test(rest)
  const end = rest.slice(2).search(/[/?]/)
  const authority = end < 0 ? rest.slice(2) : rest.slice(2, end + 2)
  return isAuthority(authority) && characters.test(rest.slice(authority.length + 2))
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at >= 0 && !userInfo.test(text.slice(0, at))) return false
  const hostAndPort = text.slice(at + 1)
  if (hostAndPort.startsWith('[')) {
    const close = hostAndPort.indexOf(']')
    const address = hostAndPort.slice(1, close)
    return close > 0 && (isIpv6(address) || futureAddress.test(address)) && port.test(hostAndPort.slice(close + 1))
  }
  const colon = hostAndPort.indexOf(':')
  const host = colon < 0 ? hostAndPort : hostAndPort.slice(0, colon)
  return name.test(host) && port.test(hostAndPort.slice(host.length))
}

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
