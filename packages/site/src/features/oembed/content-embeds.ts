import { createHash } from 'node:crypto'
import { type EmbedUse, findEmbeds, replaceEmbeds } from '@platen/rendering'
import type { SiteContext } from '../../site-context.js'
import { noWeb } from '../../web/web-client.js'
import type { PostRecord } from '../posts/post-collection.js'
import { embeds } from './embed-collection.js'
import { embedRequests, type WantedEmbed } from './embed-requests.js'
import { DEFAULT_EMBED_WIDTH } from './embed-size.js'
import { oembedProviders } from './oembed-providers.js'

/** How many different embeds a page of posts shows. */
const MAX_EMBEDS = 50
/** How long a reader waits for new embeds, in milliseconds; they go on loading for the next reader. */
const MAX_WAIT = 500

/** Replaces the URLs in a content that stand for embeds. */
export type ReplaceEmbeds = (content: string) => string

const wanted = ({ url, width = DEFAULT_EMBED_WIDTH }: EmbedUse): WantedEmbed => {
  const key = createHash('sha256').update(`${width} ${url}`).digest('base64url')
  return { key, url, width }
}

/** The embeds of registered providers in the contents of posts, by key. */
function findWanted(
  site: SiteContext,
  posts: readonly Pick<PostRecord, 'content'>[],
): ReadonlyMap<string, WantedEmbed> {
  const found = new Map<string, WantedEmbed>()
  for (const { content } of posts) {
    for (const use of findEmbeds(content)) {
      if (found.size === MAX_EMBEDS) return found
      const page = new URL(use.url)
      if (site.get(oembedProviders).filter(provider => provider.matches(page)).length === 0) continue
      const embed = wanted(use)
      found.set(embed.key, embed)
    }
  }
  return found
}

/** Resolves after a time at most. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}

/**
 * Loads the embeds of registered providers that posts show, with one query. Those that the site does not have are
 * requested: readers wait for them half a second at most, and see the URL otherwise. Outdated ones are shown while they are
 * requested again. `undefined` if there are none, or the site sends no requests.
 */
export async function loadEmbeds(
  site: SiteContext,
  posts: readonly Pick<PostRecord, 'content'>[],
): Promise<ReplaceEmbeds | undefined> {
  if (site.services.web === noWeb) return undefined
  const all = findWanted(site, posts)
  if (all.size === 0) return undefined
  const { where } = embeds
  const { records } = await site.store.collection(embeds).find({ where: where.in('key', [...all.keys()]) })
  const stored = new Map(records.map(record => [record.key, record]))
  const html = new Map(records.map(record => [record.key, record.html]))
  const requests = site.get(embedRequests)
  const now = site.services.clock()
  const missing: Promise<unknown>[] = []
  for (const embed of all.values()) {
    const record = stored.get(embed.key)
    if (record?.html === '') requests.failedUntil(record.expires)
    if (record === undefined || record.expires <= now) {
      const loading = requests.start(site, embed, record)
      if (record === undefined && loading !== undefined)
        missing.push(loading.then(loaded => html.set(embed.key, loaded)))
    }
  }
  if (missing.length > 0) await within(MAX_WAIT, Promise.all(missing))
  return content => replaceEmbeds(content, use => html.get(wanted(use).key) || undefined)
}
