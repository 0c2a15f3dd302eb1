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
