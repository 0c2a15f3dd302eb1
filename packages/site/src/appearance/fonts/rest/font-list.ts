import {
  type Args,
  type HandlerRequest,
  pageReply,
  type Reply,
  type Resource,
  RestError,
  type Schema,
} from '@platen/core'
import type { Condition } from '@platen/storage'
import { checkOrder, idCondition, orderOf } from '../../../content/posts/index.js'
import type { PostType } from '../../../content/types/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findPage, idsArg, orderArg, pagingArgs } from '../../../kernel/rest/index.js'

/** The arguments of a list of fonts. */
export const fontListArgs = (context: Schema): Args => ({
  context,
  page: pagingArgs.page,
  per_page: pagingArgs.per_page,
  exclude: idsArg('Not the fonts with these ids.'),
  include: idsArg('Only the fonts with these ids.'),
  search_semantics: { description: 'How a search compares.', type: 'string', enum: ['exact'] },
  offset: { description: 'How many fonts are skipped.', type: 'integer' },
  order: orderArg('desc'),
  orderby: { description: 'What the fonts are ordered by.', type: 'string', enum: ['id', 'include'], default: 'id' },
})

/** Replies with a page of the fonts of a type that match a condition. */
export async function listFonts(
  site: SiteContext,
  type: PostType,
  resource: Pick<Resource<PostRecord, never>, 'present'>,
  request: HandlerRequest,
  condition?: Condition<PostRecord>,
): Promise<Reply> {
  const { params } = request
  checkOrder(site, params)
  const page = Number(params['page'] ?? 1)
  const perPage = Number(params['per_page'] ?? 10)
  const offset = typeof params['offset'] === 'number' ? Math.abs(params['offset']) : undefined
  const { records, total, cursor } = await findPage(site, request, postsIn(site.store), {
    where: wherePosts.and(
      wherePosts.eq('type', type.name),
      wherePosts.eq('status', 'publish'),
      idCondition(params),
      condition,
    ),
    order: orderOf(type, request, undefined),
    limit: perPage,
    offset: offset ?? (page - 1) * perPage,
    total: true,
  })
  const shown = offset !== undefined && records.length === 0 ? 0 : total
  if (page > 1 && shown !== undefined && shown > 0 && (page - 1) * perPage >= shown)
    throw new RestError('rest_post_invalid_page_number', 'The page number is larger than the number of pages.', 400)
  const items = await resource.present(records, request)
  return pageReply({ items, total: shown, cursor, page, perPage }, request, site.registry)
}
