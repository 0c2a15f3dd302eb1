import { RegistrationError } from '../../kernel/registrations/index.js'

/** Whether a URL fits a pattern. */
export type UrlTest = (url: URL) => boolean

const host = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/**
 * Compiles a URL pattern such as `https://*.example.com/videos/*`: `*.` matches any subdomain or none; a star in the
 * path or query matches any characters. Both `http` and `https` URLs match.
 */
export function urlPattern(pattern: string): UrlTest {
  const [, name = '', path = ''] = /^https?:\/\/([^/?#]*)(\/.*)$/.exec(pattern) ?? []
  if (!host.test(name)) throw new RegistrationError(`"${pattern}" is not a URL pattern such as https://*.example.com/*`)
  const hasHost = hostTest(name)
  const parts = path.split('*')
  return url => hasHost(url.hostname) && url.port === '' && fits(url.pathname + url.search, parts)
}

/** Whether a host is `name` or, with `*.`, also one of its subdomains. */
export function hostTest(name: string): (hostname: string) => boolean {
  if (!name.startsWith('*.')) return hostname => hostname === name
  const base = name.slice(2)
  return hostname => hostname === base || hostname.endsWith(`.${base}`)
}

/** Whether a text consists of parts with any characters between them. */
function fits(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let index = first.length
  for (const part of rest) {
    const found = text.indexOf(part, index)
    if (found === -1) return false
    index = found + part.length
  }
  return text.length - last.length >= index && text.endsWith(last)
}
