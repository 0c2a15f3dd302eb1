import { isSafeUrl } from '@platen/rendering'
import type { SiteContext } from '../../kernel/context/index.js'

const URL_SCHEMA = { type: 'string', format: 'uri' } as const

/** Sanitizes a URL that browsers load; empty for one with an unsafe scheme. */
export function cleanUrl(site: SiteContext, given: string): string {
  const url = String(site.compile(URL_SCHEMA).sanitize(given))
  return isSafeUrl(url) ? url : ''
}
