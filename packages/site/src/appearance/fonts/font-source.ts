import { isUrl } from '@platen/core'
import { isSafeUrl } from '@platen/rendering'
import type { SiteContext } from '../../kernel/context/index.js'
import { isPageUrl, USUAL_PORTS } from '../../kernel/web/index.js'

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:'])
/** The maximum length of a URL; browsers or proxies refuse longer ones. */
const MAX_URL = 2048

/**
 * Whether a URL can be used for a font: on the site's own host, or on a host that the site's web client permits.
 * Browsers of visitors load it, so it must not point into their private networks.
 */
export function isFontUrl(site: SiteContext, given: string): boolean {
  if (given.length > MAX_URL || !isUrl(given)) return false
  const url = new URL(given)
  if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return false
  const own = new URL(site.url)
  if (url.hostname === own.hostname) return url.port === own.port || USUAL_PORTS.has(url.port)
  return isPageUrl(site, given)
}

const URL_SCHEMA = { type: 'string', format: 'uri' } as const

/** Sanitizes a URL that browsers load; empty for one with an unsafe scheme. */
export function cleanUrl(site: SiteContext, given: string): string {
  const url = String(site.compile(URL_SCHEMA).sanitize(given))
  return isSafeUrl(url) ? url : ''
}
