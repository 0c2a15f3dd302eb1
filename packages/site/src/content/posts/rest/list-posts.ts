import { type HandlerRequest, memoKey, pageReply, type Reply, type Resource, RestError } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, type PostRelated, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findPage, findShown, refuseCursorWith } from '../../../kernel/rest/index.js'
import type { PostType } from '../../types/index.js'
import { type PostListExtras, permittedCondition, postListQuery } from './post-query.js'
import { relationsOf } from './post-view.js'

/** Replies with a list of posts of one type: those that the caller may read or, in the context `edit`, edit. */
export async function listPosts(
  site: SiteContext,
  type: PostType,
  resource: Pick<Resource<PostRecord>, 'needs' | 'present'>,
  request: HandlerRequest,
  extras?: PostListExtras,
): Promise<Reply> {
  const { query, counted, page, perPage, stickyFirst } = await postListQuery(site, type, request, extras)
  if (request.params['ignore_sticky'] === false) refuseCursorWith(request, 'ignore_sticky')
  const found = await findPage(site, request, postsIn(site.store), {
    counted,
    with: relationsOf(resource.needs(request), request),
    ...query,
  })
  const skipsAll = request.params['offset'] !== undefined && found.records.length === 0
  const total = skipsAll ? 0 : found.total
  if (page > 1 && total !== undefined && total > 0 && (page - 1) * perPage >= total) {
    throw new RestError('rest_post_invalid_page_number', 'The page number is larger than the number of pages.', 400)
  }
  const records =
    stickyFirst.length === 0 ? found.records : await putStickyFirst(site, type, stickyFirst, found.records, request)
  // Sticky posts of other pages were found without their relations.
  const related = records === found.records ? found.related : undefined
  // For the requests that the list embeds.
  request.once(shownPosts, () => ({ records, related }))
  const items = await resource.present(records, request, related)
  const capped = skipsAll ? undefined : found.capped
  return pageReply({ items, total, capped, page, perPage, cursor: found.cursor }, request, site.registry)
}

/** The sticky posts of the page come first, then sticky posts of other pages, then the remaining posts. */
async function putStickyFirst(
  site: SiteContext,
  type: PostType,
  ids: readonly number[],
  records: readonly PostRecord[],
  request: HandlerRequest,
): Promise<readonly PostRecord[]> {
  const { and, eq, in: isIn } = wherePosts
  const isSticky = new Set(ids)
  const sticky = records.filter(record => isSticky.has(record.id))
  const onPage = new Set(sticky.map(record => record.id))
  const missing = ids.filter(id => !onPage.has(id))
  const added =
    missing.length === 0
      ? []
      : await findShown(postsIn(site.store), {
          where: and(
            isIn('id', missing),
            eq('type', type.name),
            eq('status', 'publish'),
            permittedCondition(site, type, ['publish'], request),
          ),
          order: [{ by: 'field', field: 'date', direction: 'desc' }],
          limit: missing.length,
        })
  return [...sticky, ...added, ...records.filter(record => !isSticky.has(record.id))]
}

/** The posts of a list, and the data loaded with them. */
export interface ShownPosts {
  readonly records: readonly PostRecord[]
  readonly related?: Partial<PostRelated> | undefined
}

const NO_POSTS: ShownPosts = Object.freeze({ records: [] })
const shownPosts = memoKey<ShownPosts>('shown posts')

/** The posts of the list that embeds a request; empty if no list of posts does. */
export const postsAround = ({ origin }: HandlerRequest): ShownPosts =>
  origin?.once(shownPosts, () => NO_POSTS) ?? NO_POSTS
