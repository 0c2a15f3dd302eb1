import { isIpv6 } from './ip.js'

const scheme = /^[a-z][a-z0-9+.-]*:/i
/** What any part may hold: unreserved characters, sub-delimiters, `:`, `@` and percent-encoded bytes. */
const characters = /^(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*$/i
const userInfo = /^(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*$/i
const name = /^(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*$/i
const futureAddress = /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i
const port = /^(?::\d*)?$/

/** Whether a text is a URI as RFC 3986 has it: absolute, with a scheme; a fragment is fine. */
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
  const place = text.slice(at + 1)
  if (place.startsWith('[')) {
    const close = place.indexOf(']')
    const address = place.slice(1, close)
    return close > 0 && (isIpv6(address) || futureAddress.test(address)) && port.test(place.slice(close + 1))
  }
  const colon = place.indexOf(':')
  const host = colon < 0 ? place : place.slice(0, colon)
  return name.test(host) && port.test(place.slice(host.length))
}
