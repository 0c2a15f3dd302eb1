import { messageOf } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { WebResponse, WebResult } from '../../kernel/web/index.js'

/** The time limit of one request of a test, in milliseconds. */
export const REQUEST_TIMEOUT = 5000

/** A response of the site to itself, or the reason why there is none. */
export type OwnResponse = WebResponse | { readonly outcome: 'none'; readonly reason: string }

/** The options of a request to the site itself. */
export interface OwnRequest {
  readonly accept?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/**
 * Requests a URL of the site itself, which may be in a private network. The URL must begin with the site's URL, or that of
 * its interface, both from the configuration; redirects are followed within its origin only.
 */
export async function requestOwnSite(site: SiteContext, url: string, request: OwnRequest): Promise<OwnResponse> {
  if (![site.url, site.apiUrl].some(base => url === base || url.startsWith(`${base}/`)))
    throw new RangeError(`${url} is not a URL of the site`)
  const { origin: siteOrigin } = new URL(url)
  const result = await site.services.web.get(url, {
    ...request,
    siteOrigin,
    timeout: REQUEST_TIMEOUT,
    readsErrors: true,
    follows: to => new URL(to).origin === siteOrigin,
  })
  return result.outcome === 'response' ? result : { outcome: 'none', reason: reasonOf(result) }
}

/** Describes why a request has no response. */
export const reasonOf = (result: Exclude<WebResult, { readonly outcome: 'response' }>): string =>
  result.outcome === 'refused' ? result.reason : `The request failed: ${messageOf(result.cause)}.`
