import type { FormatByRules, FormatDefinition } from './format-definition.js'
import { isUri } from './is-uri.js'

const schemes = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
)
const unsafe = /[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u{80}-\u{10ffff}]/giu
const relative = /^[/?#]|^[a-z0-9-]+\.php/i
const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i

/** Every text is accepted, relative addresses and bare host names too; it is made safe instead. */
const cleaned: FormatDefinition = { code: 'rest_invalid_uri', noun: 'a URI', convert: safeAddress }

const strict: FormatDefinition = { ...cleaned, test: isUri }

export const uri: FormatByRules = rules => (rules.uri === 'strict' ? strict : cleaned)

/**
 * An address that can be put into a page: no characters that could end an attribute, no line breaks, and none but
 * harmless schemes. Text that cannot be made such an address becomes an empty one.
 */
function safeAddress(text: string): string {
  const clean = withoutLineBreaks(text.trimStart().replaceAll(' ', '%20').replace(unsafe, '')).replace(';//', '://')
  if (clean === '') return ''
  if (!clean.includes(':') && !relative.test(clean)) return `http://${clean}`
  const address = encodeBrackets(clean)
  return address.startsWith('/') ? address : withKnownScheme(address)
}

/** Taking one escape out may put another together (`%0%0aa`), so that what has been kept is looked at each time. */
function withoutLineBreaks(text: string): string {
  if (/^mailto:/i.test(text) || !/%0[ad]/i.test(text)) return text
  const kept: string[] = []
  for (const character of text) {
    kept.push(character)
    if (/^%0[ad]$/i.test(kept.slice(-3).join(''))) kept.length -= 3
  }
  return kept.join('')
}

/** Brackets belong around the host of an IPv6 address and nowhere else. */
function encodeBrackets(text: string): string {
  const start = authority.exec(text)?.[0].length ?? 0
  return text.slice(0, start) + text.slice(start).replaceAll('[', '%5B').replaceAll(']', '%5D')
}

function withKnownScheme(address: string): string {
  const [outer, rest] = splitScheme(address)
  if (outer === undefined) return address
  // `feed:` may stand before another address.
  const [inner = 'http'] = outer === 'feed' ? splitScheme(rest.replace(/^(?:feed:)+/i, '')) : []
  return schemes.has(outer) && schemes.has(inner) ? `${outer}:${rest}` : ''
}

function splitScheme(address: string): [scheme: string | undefined, rest: string] {
  const colon = address.indexOf(':')
  return colon < 0 ? [undefined, address] : [address.slice(0, colon).toLowerCase(), address.slice(colon + 1)]
}
