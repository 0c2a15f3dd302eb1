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
export function isFontUrl(site: SiteContext, text: string): boolean {
  if (text.length > MAX_URL || !isUrl(text)) return false
  const url = new URL(text)
  if (!SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') return false
  const siteUrl = new URL(site.url)
  if (url.hostname === siteUrl.hostname) return url.port === siteUrl.port || USUAL_PORTS.has(url.port)
  return isPageUrl(site, text)
}

const URL_SCHEMA = { type: 'string', format: 'uri' } as const

/** Sanitizes a URL that browsers load; empty for one with an unsafe scheme. */
export function cleanUrl(site: SiteContext, text: string): string {
  const url = String(site.compile(URL_SCHEMA).sanitize(text))
  return isSafeUrl(url) ? url : ''
}
