import { isUrl } from '@platen/core'

/** Why an application cannot be returned to at a URL. */
export type UrlRefusal = 'invalid' | 'scheme'

/** The most characters of a URL. */
const MAX_LENGTH = 2048

/**
 * Schemes that are not allowed for applications: they are unencrypted, run or show their own content, or belong to the
 * browser or the operating system, which must not get a password.
 */
const FORBIDDEN = new Set(
  [
    'http ws wss ftp ftps gopher telnet ssh sftp smb nfs ldap ldaps rtsp rtmp irc ircs git svn feed',
    'javascript vbscript livescript mocha data blob file filesystem about view-source jar wyciwyg cid mid urn',
    'mailto sms smsto mms tel callto geo market intent content search shell res resource help hcp mk its',
    'chrome chrome-extension chrome-search chrome-untrusted devtools edge brave opera vivaldi moz-extension',
    'safari-extension safari-web-extension x-apple.systempreferences search-ms webcal ipfs magnet',
  ].flatMap(line => line.split(' ')),
)
const FORBIDDEN_PREFIXES = ['ms-', 'x-apple', 'x-webkit', 'microsoft-', 'com.microsoft.', 'com.apple.']

/**
 * Parses the URL of an application to return to (specification section 5.8): one with `https:` or with a scheme of the
 * application's own. The result is always ASCII without line ends.
 */
export function parseReturnUrl(given: string): URL | UrlRefusal {
  if (given.length > MAX_LENGTH || hasSpaces(given) || !isUrl(given)) return 'invalid'
  const url = new URL(given)
  const scheme = url.protocol.slice(0, -1)
  if (FORBIDDEN.has(scheme) || FORBIDDEN_PREFIXES.some(prefix => scheme.startsWith(prefix))) return 'scheme'
  return hasSpaces(url.href) ? 'invalid' : url
}

/** Whether a text contains spaces or control characters, which the parser of URLs removes. */
function hasSpaces(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code <= 0x20 || code === 0x7f) return true
  }
  return false
}

/**
 * The target of a URL, in a form that other parts of the URL cannot disguise: its origin, or the scheme of an
 * application.
 */
export const targetOf = (url: URL): string => (url.protocol === 'https:' ? url.origin : url.protocol)

/** Adds parameters to a URL, which replace those of the same names. */
export function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const result = new URL(url)
  for (const [name, value] of Object.entries(parameters)) result.searchParams.set(name, value)
  return result
}
