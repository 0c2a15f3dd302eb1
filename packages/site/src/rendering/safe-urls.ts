import { decodeEntities, escapeAttribute } from '../text/entities.js'
import { ADDRESS_ATTRIBUTES, ALLOWED_SCHEMES } from './allowed-html.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them when they look for a scheme
const invisible = /[\0-\x1f\x7f\s]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controls = /[\0-\x1f\x7f]/g
const attribute = /([\w:-]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g

/** The scheme an address begins with, lower-cased; undefined for a relative one. */
const schemeOf = (address: string): string | undefined => {
  const colon = address.indexOf(':')
  if (colon === -1) return undefined
  const scheme = address.slice(0, colon).replace(invisible, '').toLowerCase()
  return /[/?#]/.test(scheme) ? undefined : scheme
}

/** Whether an address (not escaped) is relative or has a scheme that filtered HTML may use. */
export const isSafeUrl = (address: string): boolean => {
  const scheme = schemeOf(address)
  return scheme === undefined || ALLOWED_SCHEMES.has(scheme)
}

/** Takes schemes that run code or carry data off an address: what is left is relative. */
export const safeUrl = (address: string): string => {
  let result = address.replace(controls, '')
  for (let scheme = schemeOf(result); scheme !== undefined; scheme = schemeOf(result)) {
    const rest = result.slice(result.indexOf(':') + 1)
    if (scheme === 'feed') return `feed:${safeUrl(rest)}`
    if (ALLOWED_SCHEMES.has(scheme)) return `${scheme}:${rest}`
    result = rest
  }
  return result
}

const safeAttribute = (found: string, name: string, equals: string, quoted: string): string => {
  if (!ADDRESS_ATTRIBUTES.has(name.toLowerCase())) return found
  const quote = quoted.startsWith('"') || quoted.startsWith("'") ? quoted.charAt(0) : ''
  const value = decodeEntities(quote === '' ? quoted : quoted.slice(1, -1))
  return isSafeUrl(value) ? found : `${name}${equals}${quote}${escapeAttribute(safeUrl(value))}${quote}`
}

/** Makes the addresses in the attributes of a tag safe. */
export const dropUnsafeUrls = (tag: string): string => tag.replace(attribute, safeAttribute)
