import { isUrl } from '@platen/core'
import { type HeadElement, readPageHead } from '@platen/rendering'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { defaultServices } from '../../kernel/services/index.js'
import { jsonValue } from '../../kernel/text/index.js'
import { createExpiringCache, type Expiring, isPage, isPageUrl, pageText } from '../../kernel/web/index.js'
import { oembedProviders } from './oembed-providers.js'
import { type EmbedTrust, PROVIDER_SANDBOX, providerEmbed, UNKNOWN_SANDBOX } from './provider-embed.js'

/** An embed that a user requests. Zero means no limit. */
export interface EmbedRequest {
  readonly url: string
  readonly maxWidth: number
  readonly maxHeight: number
  /** Whether a page of an unknown site may name its own endpoint. */
  readonly discover: boolean
}

type Embed = Readonly<Record<string, unknown>> & { readonly cache_age?: unknown }

const MAX_PAGE_BYTES = 150 * 1024
const MAX_DATA_BYTES = 256 * 1024
const TIMEOUT = 10_000
const CACHE_BYTES = 4 * 1024 * 1024
/** The longest time that an embed is cached, in milliseconds. */
export const MAX_LIFETIME = 24 * 60 * 60 * 1000
const MIN_LIFETIME = 5 * 60 * 1000
/** Failed embeds are requested again soon, but not immediately. */
const FAILED_LIFETIME = 60 * 1000

const cachedEmbeds = registrationKey('cached embeds', site =>
  createExpiringCache<Embed | undefined>(CACHE_BYTES, defaultServices(site.config.services).clock),
)

/** The embed of a page of another site; `undefined` if there is none. Results are cached for up to a day. */
export function requestEmbed(site: SiteContext, request: EmbedRequest): Promise<Embed | undefined> {
  const key = JSON.stringify([request.url, request.maxWidth, request.maxHeight, request.discover])
  return site.get(cachedEmbeds).get(key, async () => expiring(await embedOf(site, request)))
}

/** How long an embed may be cached, in milliseconds: as specified by its provider, between 5 minutes and a day. */
export function embedLifetime({ cache_age: age }: Embed): number {
  return typeof age === 'number' ? Math.min(Math.max(age * 1000, MIN_LIFETIME), MAX_LIFETIME) : MAX_LIFETIME
}

function expiring(value: Embed | undefined): Expiring<Embed | undefined> {
  if (value === undefined) return { value, lifetime: FAILED_LIFETIME, bytes: 0 }
  return { value, lifetime: embedLifetime(value), bytes: 2 * JSON.stringify(value).length }
}

async function embedOf(site: SiteContext, request: EmbedRequest): Promise<Embed | undefined> {
  const { url, discover } = request
  if (!isPageUrl(site, url)) return undefined
  const page = new URL(url)
  const provider = site.get(oembedProviders).filter(each => each.matches(page))[0]
  if (provider !== undefined)
    return dataOf(site, withLimits(new URL(provider.endpoint), request), url, {
      allowsFrame: src => provider.allowsFrame(src) && !isOwnHost(site, src),
      sandbox: PROVIDER_SANDBOX,
    })
  const endpoint = discover ? await discoverEndpoint(site, url) : undefined
  if (endpoint === undefined) return undefined
  return dataOf(site, withLimits(endpoint, request, 'maxOnly'), url, {
    allowsFrame: src => src.protocol === 'https:' && src.host === endpoint.host && !isOwnHost(site, src),
    sandbox: UNKNOWN_SANDBOX,
  })
}

/** A frame of the site's own host could act on behalf of the reader. */
const isOwnHost = (site: SiteContext, { host }: URL): boolean =>
  host === new URL(site.url).host || host === new URL(site.apiUrl).host

/** Adds the parameters of a request to an endpoint. A discovered one has the URL and the format already. */
function withLimits(endpoint: URL, { url, maxWidth, maxHeight }: EmbedRequest, which: 'all' | 'maxOnly' = 'all'): URL {
  const { searchParams } = endpoint
  if (which === 'all') {
    searchParams.set('url', url)
    searchParams.set('format', 'json')
  }
  if (maxWidth > 0) searchParams.set('maxwidth', String(maxWidth))
  if (maxHeight > 0) searchParams.set('maxheight', String(maxHeight))
  return endpoint
}

async function dataOf(site: SiteContext, endpoint: URL, page: string, trust: EmbedTrust): Promise<Embed | undefined> {
  const limits = { maxBytes: MAX_DATA_BYTES, timeout: TIMEOUT, accept: 'application/json', follows: followsPages(site) }
  const result = await site.services.web.get(endpoint.href, limits)
  if (result.outcome !== 'response' || result.status !== 200 || result.truncated) return undefined
  return providerEmbed(jsonValue(new TextDecoder().decode(result.bytes)), page, trust)
}

const namesEndpoint = (link: HeadElement): boolean =>
  (link.get('rel') ?? '').toLowerCase().split(/\s+/).includes('alternate') &&
  (link.get('type') ?? '').toLowerCase() === 'application/json+oembed'

/** The rules about URLs apply to redirects too. */
const followsPages = (site: SiteContext) => (url: string) => isPageUrl(site, url)

/** The endpoint that a page names for itself. */
async function discoverEndpoint(site: SiteContext, url: string): Promise<URL | undefined> {
  const limits = { maxBytes: MAX_PAGE_BYTES, timeout: TIMEOUT, accept: 'text/html', follows: followsPages(site) }
  const result = await site.services.web.get(url, limits)
  if (result.outcome !== 'response' || result.status !== 200 || !isPage(result.contentType)) return undefined
  const href = readPageHead(pageText(result.bytes, result.contentType)).links.find(namesEndpoint)?.get('href') ?? ''
  if (href === '' || !isUrl(href, result.url)) return undefined
  const endpoint = new URL(href, result.url)
  return isPageUrl(site, endpoint.href) ? endpoint : undefined
}
