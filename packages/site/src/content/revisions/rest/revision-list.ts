import {
  type Args,
  type HandlerRequest,
  pageReply,
  type Reply,
  type Resource,
  RestError,
  type Schema,
} from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findPage, idsArg, orderArg, pagingArgs, searchText } from '../../../kernel/rest/index.js'
import {
  checkOrder,
  idCondition,
  isShown,
  orderOf,
  type PostSearch,
  relationsOf,
  searchCondition,
} from '../../posts/index.js'
import type { PostType } from '../../types/index.js'
import { revisionsOf } from '../revision-records.js'

const { default: _, ...PER_PAGE } = pagingArgs.per_page

/** The arguments for a part of a list of revisions. */
export const revisionPagingArgs = {
  page: pagingArgs.page,
  per_page: PER_PAGE,
  offset: { description: 'How many revisions are skipped.', type: 'integer' },
} as const

/** The arguments of a list of revisions; without `per_page`, all of them are on one page. */
export function revisionListArgs(parent: Schema, context: Schema): Args {
  const { page, per_page, offset } = revisionPagingArgs
  return {
    parent,
    context,
    page,
    per_page,
    search: pagingArgs.search,
    exclude: idsArg('Not the revisions with these ids.'),
    include: idsArg('Only the revisions with these ids.'),
    offset,
    order: orderArg('desc'),
    orderby: {
      description: 'What the revisions are ordered by.',
      type: 'string',
      enum: ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'],
      default: 'date',
    },
  }
}

/** A search in the texts that the type shows; who lists revisions may read all of them. */
function searchOf(site: SiteContext, type: PostType, params: HandlerRequest['params']): PostSearch | undefined {
  const text = searchText(params)
  if (text === '') return undefined
  const of: PostSearch['within']['of'] = searched => isShown[searched](type)
  return { text, columns: [], exact: false, within: { where: true, of }, dialect: site.dialect }
}

/** The part of a list that a request selects; a `perPage` of 0 is all of it. */
function windowOf(site: SiteContext, params: HandlerRequest['params']) {
  const page = Number(params['page'] ?? 1)
  const perPage = Number(params['per_page'] ?? 0)
  const offset = typeof params['offset'] === 'number' ? Math.abs(params['offset']) : undefined
  if (perPage === 0)
    return { page, perPage, offset, limit: undefined, skipped: site.dialect.offsetEverywhere ? offset : 0 }
  return { page, perPage, offset, limit: perPage, skipped: offset ?? (page - 1) * perPage }
}

const beyond = (code: string, message: string) => new RestError(code, message, 400)

/** The revisions of a post, and how they are shown. */
interface RevisionsOfPost {
  readonly type: PostType
  readonly parent: PostRecord
  readonly resource: Pick<Resource<PostRecord, never>, 'needs' | 'present'>
}

/** Replies with the revisions of a post, including its autosaves; `params` are the request's arguments for the list. */
export async function listRevisions(
  site: SiteContext,
  { type, parent, resource }: RevisionsOfPost,
  request: HandlerRequest,
  params: HandlerRequest['params'] = request.params,
): Promise<Reply> {
  checkOrder(site, params)
  const search = searchOf(site, type, params)
  const { page, perPage, offset, limit, skipped } = windowOf(site, params)
  const { records, total, related, cursor } = await findPage(site, request, postsIn(site.store), {
    where: wherePosts.and(
      revisionsOf(parent.id),
      idCondition(params),
      search === undefined ? undefined : searchCondition(search),
    ),
    order: orderOf(type, { params, principal: request.principal }, search),
    limit,
    offset: skipped,
    total: true,
    with: relationsOf(resource.needs(request), request),
  })
  const count = total ?? 0
  const pages = perPage === 0 ? 1 : Math.ceil(count / perPage)
  if (count > 0 && Number(params['offset'] ?? -1) >= count)
    throw beyond('rest_revision_invalid_offset_number', 'The offset is larger than the number of revisions.')
  if (count > 0 && !offset && page > pages)
    throw beyond('rest_revision_invalid_page_number', 'The page number is larger than the number of pages.')
  const items = await resource.present(records, request, related)
  return pageReply({ items, total, cursor, page, perPage }, request, site.registry)
}
