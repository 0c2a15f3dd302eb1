import { type HandlerRequest, pageReply, type Reply, type Resource, RestError } from '@platen/core'
import type { PostType } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'
import { type PostRecord, where } from '../../storage/index.js'
import { type PostListExtras, postListQuery } from './post-query.js'
import { relationsOf } from './post-view.js'
import { canReadPost } from './post-visibility.js'

/** Answers a list of posts of one type. Totals count what the caller cannot see. */
export async function listPosts(
  site: SiteContext,
  type: PostType,
  resource: Pick<Resource<PostRecord>, 'needs' | 'present'>,
  request: HandlerRequest,
  extras?: PostListExtras,
): Promise<Reply> {
  const { query, page, perPage, stickyFirst } = await postListQuery(site, type, request, extras)
  const found = await site.store.posts.find({ ...query, with: relationsOf(resource.needs(request)) })
  const skipsAll = request.params['offset'] !== undefined && found.records.length === 0
  const total = skipsAll ? 0 : (found.total ?? 0)
  if (page > 1 && total > 0 && (page - 1) * perPage >= total && request.params['offset'] === undefined) {
    throw new RestError('rest_post_invalid_page_number', 'There are not so many pages.', 400)
  }
  const records =
    stickyFirst.length === 0 ? found.records : await putStickyFirst(site, type, stickyFirst, found.records)
  const parents = await loadInheritedParents(site, records)
  const edit = request.params['context'] === 'edit'
  const visible = records.filter(post =>
    edit
      ? request.principal.can('edit_post', post)
      : canReadPost(site, post, request.principal, parents.get(post.parent) ?? 'gone'),
  )
  // Sticky posts of other pages were found without their relations.
  const related = records === found.records ? found.related : undefined
  const items = await resource.present(visible, request, related)
  return pageReply({ items, total, page, perPage }, request, site.registry)
}

/** Sticky posts of the page go before its others, and those of other pages between them. */
async function putStickyFirst(
  site: SiteContext,
  type: PostType,
  ids: readonly number[],
  records: readonly PostRecord[],
): Promise<readonly PostRecord[]> {
  const { and, eq, in: isIn } = where.posts
  const sticky = records.filter(record => ids.includes(record.id))
  const missing = ids.filter(wanted => !sticky.some(record => record.id === wanted))
  const { records: added } =
    missing.length === 0
      ? { records: [] }
      : await site.store.posts.find({
          where: and(isIn('id', missing), eq('type', type.name), eq('status', 'publish')),
          order: [{ by: 'field', field: 'date', direction: 'desc' }],
        })
  return [...sticky, ...added, ...records.filter(record => !ids.includes(record.id))]
}

async function loadInheritedParents(
  site: SiteContext,
  records: readonly PostRecord[],
): Promise<ReadonlyMap<number, PostRecord>> {
  const inheriting = records.filter(post => post.status === 'inherit' && post.parent !== 0)
  const ids = [...new Set(inheriting.map(post => post.parent))]
  if (ids.length === 0) return new Map()
  const { records: parents } = await site.store.posts.find({ where: where.posts.in('id', ids) })
  return new Map(parents.map(parent => [parent.id, parent]))
}
