import { createHash } from 'node:crypto'
import { type EmbedUse, findEmbeds, replaceEmbeds } from '@platen/rendering'
import type { ReplaceEmbeds } from '../../kernel/blocks/index.js'
import type { SiteContext } from '../../kernel/context/index.js'
import type { PostRecord } from '../../kernel/records/index.js'
import { isWithin, withTimeLimit } from '../../kernel/time/index.js'
import { noWebClient } from '../../kernel/web/index.js'
import { postsAtUrls } from '../posts/index.js'
import { embeds } from './embed-collection.js'
import { embedRequests, type WantedEmbed } from './embed-requests.js'
import { DEFAULT_EMBED_WIDTH } from './embed-size.js'
import { oembedProviders } from './oembed-providers.js'
import { ownEmbeds } from './own-embed.js'
import { MAX_LIFETIME } from './request-embed.js'

/** How many different embeds a page of posts shows. */
const MAX_EMBEDS = 50
/** How long a reader waits for new embeds, in milliseconds; they continue to load for the next reader. */
const MAX_WAIT = 500

const requestOf = ({ url, width = DEFAULT_EMBED_WIDTH }: EmbedUse): WantedEmbed => {
  const key = createHash('sha256').update(`${width} ${url}`).digest('base64url')
  return { key, url, width }
}

/** The embeds in the contents of a page of posts. */
interface FoundEmbeds {
  /** Pages of registered providers, by key. */
  readonly provided: ReadonlyMap<string, WantedEmbed>
  /** URLs below the site's. */
  readonly own: ReadonlySet<string>
}

function findWanted(site: SiteContext, posts: readonly Pick<PostRecord, 'content'>[]): FoundEmbeds {
  const provided = new Map<string, WantedEmbed>()
  const own = new Set<string>()
  let host: string | undefined
  const sendsRequests = site.services.web !== noWebClient
  for (const { content } of posts) {
    for (const use of findEmbeds(content)) {
      if (provided.size + own.size === MAX_EMBEDS) return { provided, own }
      host ??= new URL(site.url).host
      const page = new URL(use.url)
      if (page.host === host) own.add(use.url)
      else if (sendsRequests && site.get(oembedProviders).filter(provider => provider.matches(page)).length > 0) {
        const embed = requestOf(use)
        provided.set(embed.key, embed)
      }
    }
  }
  return { provided, own }
}

/**
 * Loads the embeds that posts show: those of the site's own published posts, with a fixed number of queries, and those of
 * registered providers. `undefined` if there are none.
 */
export async function loadContentEmbeds(
  site: SiteContext,
  posts: readonly Pick<PostRecord, 'content'>[],
): Promise<ReplaceEmbeds | undefined> {
  const { provided, own } = findWanted(site, posts)
  if (provided.size + own.size === 0) return undefined
  const ownPosts = own.size === 0 ? undefined : await postsAtUrls(site, [...own])
  const ownHtml = ownPosts && (await ownEmbeds(site))
  const html = provided.size === 0 ? undefined : await loadProvided(site, provided)
  return (content, isForExcerpt = false) =>
    replaceEmbeds(content, use => {
      if (isForExcerpt && content.startsWith('[', use.start)) return undefined
      const post = ownPosts?.get(use.url)
      if (post !== undefined)
        return isForExcerpt ? ownHtml?.titleOf(post) : ownHtml?.htmlOf(post, use.width ?? DEFAULT_EMBED_WIDTH)
      return html?.get(requestOf(use).key) || undefined
    })
}

/**
 * Loads the HTML of embeds of registered providers, by key, with one query. Missing ones are requested: readers wait
 * for them for at most half a second, and then see the URL. Outdated ones are shown while they are requested again.
 */
async function loadProvided(
  site: SiteContext,
  all: ReadonlyMap<string, WantedEmbed>,
): Promise<ReadonlyMap<string, string>> {
  const { where } = embeds
  const { records } = await site.store.collection(embeds).find({ where: where.in('key', [...all.keys()]) })
  const stored = new Map(records.map(record => [record.key, record]))
  const html = new Map(records.map(record => [record.key, record.html]))
  const requests = site.get(embedRequests)
  const now = site.services.clock()
  const missing: Promise<unknown>[] = []
  for (const embed of all.values()) {
    const record = stored.get(embed.key)
    // What expires later than that was stored before the clock was set back.
    const isOutdated = record === undefined || !isWithin(now, record.expires - MAX_LIFETIME, MAX_LIFETIME)
    if (record?.html === '') requests.failedUntil(isOutdated ? now : record.expires)
    if (isOutdated) {
      const loading = requests.start(site, embed, record)
      if (record === undefined && loading !== undefined)
        missing.push(loading.then(loaded => html.set(embed.key, loaded)))
    }
  }
  if (missing.length > 0) await withTimeLimit<unknown>(MAX_WAIT, Promise.all(missing), () => undefined)
  return html
}
