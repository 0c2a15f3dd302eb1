import { isUrl } from '@platen/core'
import type { WebClient } from './web-client.js'

/** The ports of web pages; other ports belong to other services. */
export const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443', '8080'])

/**
 * Whether a URL can be that of a page on the web, judging only by the URL itself: it has a usual port, and a host with
 * a full name or an address that the site's web client permits.
 */
export function isPageUrl(
  { services }: { readonly services: { readonly web: Pick<WebClient, 'permits'> } },
  url: string,
): boolean {
  if (!services.web.permits(url) || !isUrl(url)) return false
  const { hostname, port } = new URL(url)
  return USUAL_PORTS.has(port) && (hostname.includes('.') || hostname.startsWith('['))
}
