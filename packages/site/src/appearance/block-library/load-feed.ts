import { hasSiteOrigin } from '../../content/embeds/index.js'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { defaultServices } from '../../kernel/services/index.js'
import { withTimeLimit } from '../../kernel/time/index.js'
import { createExpiringCache, type Expiring, isPageUrl, pageText } from '../../kernel/web/index.js'
import type { Feed } from './parse-feed.js'

const MAX_URL = 2_000
const MAX_BYTES = 1024 * 1024
const TIMEOUT = 10_000
/** The time that rendering waits for a feed; the request continues, for later readers. */
const TIME_LIMIT = 2_000
const LIFETIME = 60 * 60 * 1000
/** A feed that failed is requested again sooner. */
const FAILURE_LIFETIME = 5 * 60 * 1000
const CACHE_BYTES = 4 * 1024 * 1024
const ACCEPT = 'application/rss+xml,application/atom+xml;q=0.9,application/xml;q=0.8,text/xml;q=0.8,*/*;q=0.1'

const cachedFeeds = registrationKey('feeds', site =>
  createExpiringCache<Feed>(CACHE_BYTES, defaultServices(site.config.services).clock),
)

const failure = (value: Feed): Expiring<Feed> => ({ value, lifetime: FAILURE_LIFETIME, bytes: 256 })

async function requestFeed(site: SiteContext, url: string): Promise<Expiring<Feed>> {
  const follows = (to: string) => isFeedUrl(site, to)
  const result = await site.services.web.get(url, { maxBytes: MAX_BYTES, timeout: TIMEOUT, accept: ACCEPT, follows })
  if (result.outcome === 'refused') return failure('invalid-url')
  if (result.outcome !== 'response' || result.status !== 200) return failure('failed')
  const { parseFeed } = await import('./parse-feed.js')
  const value = parseFeed(pageText(result.bytes, result.contentType), result.url)
  return { value, lifetime: LIFETIME, bytes: 256 + 2 * JSON.stringify(value).length }
}

/** Whether a feed may be requested from a URL, judging by the URL itself: the site's own URLs are excluded. */
const isFeedUrl = (site: SiteContext, url: string): boolean =>
  url.length <= MAX_URL && isPageUrl(site, url) && !hasSiteOrigin(site, url)

/** The entries of a feed, from the cache or the web. It resolves within some seconds, and never rejects. */
export async function loadFeed(site: SiteContext, url: string): Promise<Feed> {
  if (!isFeedUrl(site, url)) return 'invalid-url'
  const feed = site
    .get(cachedFeeds)
    .get(url, () => requestFeed(site, url))
    .catch((): Feed => 'failed')
  return withTimeLimit(TIME_LIMIT, feed, () => 'failed')
}
