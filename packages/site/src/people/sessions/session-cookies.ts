import { createHash } from 'node:crypto'

/** Reads and writes the cookie of a site's sessions. */
export interface SessionCookies {
  readonly name: string
  /** The token in a `Cookie` header. */
  read(header: string): string | undefined
  /** A value of `Set-Cookie`; without `seconds`, the cookie lasts until the browser is closed. */
  set(token: string, seconds: number | undefined): string
  clear(): string
}

/**
 * Creates the cookie of a site. Its name contains a hash of the URL, since the sites of a host share their cookies.
 * Over HTTPS, the prefix `__Host-` prevents other hosts of the domain from setting it.
 */
export function sessionCookies(url: string, prefix: string): SessionCookies {
  const isSecure = new URL(url).protocol === 'https:'
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 12)
  const name = `${isSecure ? '__Host-' : ''}${prefix}_session_${hash}`
  const begin = `${name}=`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    read(header) {
      for (let from = 0; from < header.length; ) {
        const semicolon = header.indexOf(';', from)
        const end = semicolon < 0 ? header.length : semicolon
        while (header[from] === ' ') from++
        if (header.startsWith(begin, from)) return header.slice(from + begin.length, end).trimEnd()
        from = end + 1
      }
      return undefined
    },
    set: (token, seconds) => `${begin}${token}; ${seconds === undefined ? '' : `Max-Age=${seconds}; `}${attributes}`,
    clear: () => `${begin}; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`,
  }
}
