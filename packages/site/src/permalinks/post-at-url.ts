import { where } from '../features/built-in-collections.js'
import type { PostRecord } from '../features/posts/post-collection.js'
import { canReadPost, inheritedFrom } from '../features/posts/post-visibility.js'
import { postTypes } from '../registrations/post-types.js'
import { postStatuses } from '../registrations/statuses.js'
import type { SiteContext } from '../site-context.js'
import { loadPermalinks } from './load-permalinks.js'
import { postLink } from './post-link.js'
import { isSamePage, pageKey } from './same-page.js'

const { posts } = where

/** Longer paths belong to no post: types nest less deeply. */
const MAX_SEGMENTS = 32
/** How many posts may have one of the slugs of a path. */
const MAX_CANDIDATES = 100
/** The parameters of plain permalinks that carry an id. */
const ID_PARAMETERS = ['p', 'page_id', 'attachment_id']

/** A published post that a URL leads to, with its permalink. */
export interface PostAtUrl {
  readonly post: PostRecord
  readonly link: string
}

/**
 * Finds the published post with a permalink, pretty or plain; `undefined` if there is none, whoever calls. The candidates
 * are found by the slugs and ids in the URL, with a fixed number of queries, and their permalinks compared with it.
 */
export async function postAtUrl(site: SiteContext, url: string): Promise<PostAtUrl | undefined> {
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  const id = plainId(parsed, site)
  const found = id === undefined ? await candidates(site, parsed) : await byIds(site, [id])
  const published = found.filter(post => isPublished(site, post))
  const anonymous = site.principalOf(undefined)
  const scope = await loadPermalinks(site, published, anonymous)
  for (const post of published) {
    const link = postLink(post, scope)
    if (post.id !== id && !isSamePage(link, parsed)) continue
    return canReadPost(site, post, anonymous, await inheritedFrom(site, post)) ? { post, link } : undefined
  }
  return undefined
}

/** Whether a post has a page for visitors, unless what it is attached to has none. */
const isPublished = (site: SiteContext, { type, status }: PostRecord): boolean =>
  site.get(postTypes).get(type)?.viewable === true &&
  (status === 'inherit' || site.get(postStatuses).get(status)?.public === true)

/** The id in a plain permalink of the site, such as `?p=7`. */
function plainId(url: URL, site: SiteContext): number | undefined {
  if (!isHome(url, site)) return undefined
  for (const name of ID_PARAMETERS) {
    const id = idOf(url.searchParams.get(name) ?? '')
    if (id !== undefined) return id
  }
  return undefined
}

const idOf = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

const isHome = (url: URL, site: SiteContext): boolean => pageKey(url) === pageKey(new URL(site.url))

async function byIds(site: SiteContext, ids: readonly number[]): Promise<readonly PostRecord[]> {
  if (ids.length === 0) return []
  return (await site.store.posts.find({ where: posts.in('id', ids) })).records
}

async function candidates(site: SiteContext, url: URL): Promise<readonly PostRecord[]> {
  const options = await site.options()
  const values = [...url.searchParams.values()].map(encodeURIComponent).join('/').replaceAll('%2F', '/')
  const segments = `${url.pathname}/${values}`
    .toLowerCase()
    .split('/')
    .filter(segment => segment !== '')
  if (segments.length > MAX_SEGMENTS) return []
  const front = options.text('show_on_front') === 'page' && isHome(url, site) ? options.number('page_on_front') : 0
  const ids = [...segments.flatMap(segment => idOf(segment) ?? []), ...(front > 0 ? [front] : [])]
  const bySlug =
    segments.length === 0
      ? []
      : (await site.store.posts.find({ where: posts.in('slug', [...new Set(segments)]), limit: MAX_CANDIDATES }))
          .records
  const ofSlugs = new Set(bySlug.map(post => post.id))
  return [
    ...bySlug,
    ...(await byIds(
      site,
      ids.filter(id => !ofSlugs.has(id)),
    )),
  ]
}
