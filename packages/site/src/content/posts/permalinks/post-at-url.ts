import { groupBy, isUrl, trimEndCharacters } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { postStatuses, postTypes } from '../../types/index.js'
import { canReadPost } from '../rules/post-rights.js'
import { loadPermalinks } from './load-permalinks.js'
import { postLink, shownAt } from './post-link.js'

/** Longer paths belong to no post: types nest less deeply. */
const MAX_SEGMENTS = 32
/** The maximum number of posts with one of the slugs of a path. */
const MAX_CANDIDATES = 100
/** The number of URLs on a page of content for which `MAX_CANDIDATES` posts are loaded each. */
const MAX_SHARES = 5
/** The parameters of plain permalinks that contain an id. */
const ID_PARAMETERS = ['p', 'page_id', 'attachment_id']

/** The published post of a URL, with its permalink. */
export interface PostAtUrl {
  readonly post: PostRecord
  readonly link: string
}

/**
 * Finds the published post with a permalink, pretty or plain; `undefined` if there is none, for any caller. The
 * candidates are found by the slugs and ids in the URL, with a fixed number of queries, and their permalinks compared
 * with it.
 */
export async function postAtUrl(site: SiteContext, url: string): Promise<PostAtUrl | undefined> {
  return (await postsAtUrls(site, [url])).get(url)
}

/** The same for several URLs, by URL, with as many queries as for one. */
export async function postsAtUrls(site: SiteContext, urls: readonly string[]): Promise<ReadonlyMap<string, PostAtUrl>> {
  const pages = urls.filter(url => isUrl(url)).map(url => ({ url, parsed: new URL(url) }))
  const posts = await candidates(
    site,
    pages.map(({ parsed }) => parsed),
  )
  const published = posts.filter(post => isPublished(site, post))
  if (published.length === 0) return new Map()
  const anonymous = site.principalOf(undefined)
  const scope = await loadPermalinks(site, published, anonymous)
  const parents = await parentsOfInherited(site, published)
  const links = published.map(post => ({ post, link: postLink(post, scope) }))
  const pagesOf = links.flatMap(link => shownAt(link.post, scope).map(at => ({ link, at })))
  const byPage = groupBy(pagesOf, ({ at }) => (isUrl(at) ? pageKey(new URL(at)) : ''))
  const byId = new Map(links.map(each => [each.post.id, each]))
  const result = new Map<string, PostAtUrl>()
  for (const { url, parsed } of pages) {
    const plain = byId.get(plainId(parsed, site) ?? 0)
    const match = plain ?? byPage.get(pageKey(parsed))?.find(({ at }) => isSamePage(at, parsed))?.link
    if (match !== undefined && canReadPost(site, match.post, anonymous, parents(match.post))) result.set(url, match)
  }
  return result
}

/** The parents that posts inherit their status from, loaded with one query. */
async function parentsOfInherited(
  site: SiteContext,
  posts: readonly PostRecord[],
): Promise<(post: PostRecord) => PostRecord | 'gone' | undefined> {
  const parentOf = ({ status, parent }: PostRecord) => (status === 'inherit' ? parent : 0)
  const ids = [...new Set(posts.map(parentOf))].filter(id => id !== 0)
  const parents = new Map((await byIds(site, ids)).map(record => [record.id, record]))
  return post => (parentOf(post) === 0 ? undefined : (parents.get(parentOf(post)) ?? 'gone'))
}

/** Whether a post has a public page, unless the post that it is attached to has none. */
const isPublished = (site: SiteContext, { type, status }: PostRecord): boolean =>
  site.get(postTypes).get(type)?.viewable === true &&
  (status === 'inherit' || site.get(postStatuses).get(status)?.public === true)

/** The statuses of posts that may have a page for visitors. */
const visitedStatuses = (site: SiteContext): readonly string[] => [
  'inherit',
  ...site
    .get(postStatuses)
    .filter(status => status.public)
    .map(({ name }) => name),
]

/** The id in a plain permalink of the site, such as `?p=7`. */
function plainId(url: URL, site: SiteContext): number | undefined {
  if (!isHome(url, site)) return undefined
  for (const name of ID_PARAMETERS) {
    const id = idOf(url.searchParams.get(name) ?? '')
    if (id !== undefined) return id
  }
  return undefined
}

const idOf = (text: string): number | undefined => (isId(text) ? Number(text) : undefined)

const isHome = (url: URL, site: SiteContext): boolean => pageKey(url) === pageKey(new URL(site.url))

async function byIds(site: SiteContext, ids: readonly number[]): Promise<readonly PostRecord[]> {
  if (ids.length === 0) return []
  return await findShown(postsIn(site.store), { where: wherePosts.in('id', ids) })
}

/** The posts with a slug or an id that is in one of the URLs. */
async function candidates(site: SiteContext, urls: readonly URL[]): Promise<readonly PostRecord[]> {
  const options = await site.options()
  const front = options.text('show_on_front') === 'page' ? options.number('page_on_front') : 0
  const slugs = new Set<string>()
  const ids = new Set<number>()
  for (const url of urls) {
    const id = plainId(url, site)
    if (id !== undefined) {
      ids.add(id)
      continue
    }
    const segments = segmentsOf(url)
    if (segments.length > MAX_SEGMENTS) continue
    if (front > 0 && isHome(url, site)) ids.add(front)
    for (const segment of segments) {
      slugs.add(segment)
      const numeric = idOf(segment)
      if (numeric !== undefined) ids.add(numeric)
    }
  }
  const limit = MAX_CANDIDATES * Math.min(urls.length, MAX_SHARES)
  // Any number of drafts may have the slug of a published post.
  const named = wherePosts.and(wherePosts.in('slug', [...slugs]), wherePosts.in('status', visitedStatuses(site)))
  const bySlug = slugs.size === 0 ? [] : await findShown(postsIn(site.store), { where: named, limit })
  for (const { id } of bySlug) ids.delete(id)
  return [...bySlug, ...(await byIds(site, [...ids]))]
}

function segmentsOf(url: URL): readonly string[] {
  const values = [...url.searchParams.values()].map(encodeURIComponent).join('/').replaceAll('%2F', '/')
  return `${url.pathname}/${values}`
    .toLowerCase()
    .split('/')
    .filter(segment => segment !== '')
}

/** The parts of a URL that identify a page, without the scheme and a trailing slash. */
const pageKey = ({ host, pathname }: URL): string => `${host}${trimEndCharacters(pathname, '/').toLowerCase()}`

/** Whether a permalink points to the page of a URL, which may have additional parameters. */
export function isSamePage(link: string, url: URL): boolean {
  if (!isUrl(link)) return false
  const permalink = new URL(link)
  return (
    pageKey(permalink) === pageKey(url) &&
    [...permalink.searchParams].every(([name, value]) => url.searchParams.get(name) === value)
  )
}

/** The endings of the URLs of a post's other pages: its parts, comments, feeds and embed. */
const ENDING = /\/(?:embed|trackback|(?:feed\/)?(?:feed|rdf|rss2?|atom)|(?:page\/|comment-page-)?\d+)$/

/** The URL of the page that another page of the same post belongs to; `undefined` for any other URL. */
export function mainPageOf(url: string): string | undefined {
  if (!isUrl(url)) return undefined
  const page = new URL(url)
  const path = trimEndCharacters(page.pathname, '/')
  const main = path.replace(ENDING, '')
  if (main === path || main === '') return undefined
  page.pathname = `${main}/`
  return page.href
}

/** Whether a part of a URL is an id: a positive integer without leading zeros. */
export const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
