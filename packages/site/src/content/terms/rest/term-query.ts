import type { Args, HandlerRequest, Schema } from '@platen/core'
import { sanitizeName, slugify } from '@platen/rendering'
import type { Condition, Order, StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type TermRecord, termsIn, whereAssignments, whereTerms } from '../../../kernel/records/index.js'
import { idsArg, listedIds, orderArg, pagingArgs, searchTextBy } from '../../../kernel/rest/index.js'
import type { Dialect } from '../../../server/dialects/index.js'
import type { Taxonomy } from '../../types/index.js'

/** The sort keys of lists of terms. */
const TERM_ORDERS = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const

const common = {
  ...pagingArgs,
  search: { description: 'Only terms whose name or slug contains this text.', type: 'string' },
  exclude: idsArg('Without these terms.'),
  include: idsArg('Only these terms.'),
  orderby: { description: 'What the list is sorted by.', type: 'string', default: 'name', enum: TERM_ORDERS },
  hide_empty: { description: 'Without terms that no published post carries.', type: 'boolean', default: false },
  post: { description: 'Only terms of this post.', type: 'integer', default: null },
  slug: { description: 'Only terms with these slugs.', type: 'array', items: { type: 'string' } },
} as const satisfies Args

const nested = {
  parent: { description: 'Only children of this term; 0 for top-level terms.', type: 'integer' },
} as const satisfies Args

const skipping = {
  offset: { description: 'How many terms are skipped from the start; `page` does not count then.', type: 'integer' },
} as const satisfies Args

/** Whether a list of terms accepts an `offset`. */
export const acceptsOffset = (taxonomy: Taxonomy, dialect: Dialect): boolean =>
  dialect.offsetEverywhere || !taxonomy.hierarchical

export function termListArgs(taxonomy: Taxonomy, dialect: Dialect, context: Schema): Args {
  return {
    context,
    ...common,
    order: orderArg(dialect.defaultOrder),
    ...(taxonomy.hierarchical ? nested : {}),
    ...(acceptsOffset(taxonomy, dialect) ? skipping : {}),
  }
}

const slugsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(slug => slugify(String(slug))) : []

/** The window of a list; an offset beats the page. */
export function termWindow({ params }: Pick<HandlerRequest, 'params'>, skips: boolean) {
  const page = Number(params['page'] ?? 1)
  const perPage = Number(params['per_page'] ?? 10)
  const offset = skips ? Number(params['offset'] ?? 0) : 0
  if (offset === 0) return { page, perPage, offset: (page - 1) * perPage }
  // A negative offset skips as many terms, and has no previous page.
  return { page: Math.ceil(offset / perPage) + 1, perPage, offset: Math.abs(offset) }
}

/** The terms that contain a text in their name or slug; all if it is empty. */
export const textCondition = (text: string): Condition<TermRecord> | undefined =>
  text === ''
    ? undefined
    : whereTerms.or(whereTerms.containsText('name', sanitizeName(text)), whereTerms.containsText('slug', text))

/** The condition of a list's terms. */
export async function termFilter(
  site: Pick<SiteContext, 'dialect' | 'store'>,
  taxonomy: Taxonomy,
  { params }: Pick<HandlerRequest, 'params'>,
): Promise<Condition<TermRecord>> {
  const include = listedIds(params['include'])
  const exclude = listedIds(params['exclude'])
  const slugs = slugsOf(params['slug'])
  const { parent, post } = params
  const text = searchTextBy(site.dialect, params)
  const all = [
    whereTerms.eq('taxonomy', taxonomy.name),
    include.length > 0
      ? whereTerms.in('id', include)
      : exclude.length > 0
        ? whereTerms.notIn('id', exclude)
        : undefined,
    slugs.length > 0 ? whereTerms.in('slug', slugs) : undefined,
    taxonomy.hierarchical && typeof parent === 'number' ? whereTerms.eq('parent', parent) : undefined,
    textCondition(text),
    typeof post === 'number' && post !== 0
      ? whereTerms.exists(whereAssignments, { foreign: 'term', local: 'id' }, whereAssignments.eq('object', post))
      : undefined,
  ]
  if (params['hide_empty'] === true) {
    const branches = taxonomy.hierarchical ? await emptyAncestors(site.store, taxonomy) : []
    all.push(whereTerms.or(whereTerms.gt('count', 0), branches.length > 0 ? whereTerms.in('id', branches) : undefined))
  }
  return whereTerms.and(...all)
}

/** The order of a list; ties are ordered by ascending id in both directions. */
export function termOrder({ params, has }: Pick<HandlerRequest, 'params' | 'has'>): readonly Order<TermRecord>[] {
  const direction = params['order'] === 'desc' ? 'desc' : 'asc'
  // A list of ids or slugs from the client is in the client's order, unless the reverse is requested.
  const listed = has('order') ? direction : 'asc'
  const byId: Order<TermRecord> = { by: 'field', field: 'id', direction: 'asc' }
  const byText = (field: 'name' | 'description'): readonly Order<TermRecord>[] => [
    { by: 'field', field, direction, folded: true },
    byId,
  ]
  const include = listedIds(params['include'])
  const slugs = slugsOf(params['slug'])
  switch (params['orderby']) {
    case 'id':
      return [{ by: 'field', field: 'id', direction }]
    case 'include':
      return include.length > 0
        ? [{ by: 'position', field: 'id', values: include, direction: listed }, byId]
        : byText('name')
    case 'include_slugs':
      return slugs.length > 0
        ? [{ by: 'position', field: 'slug', values: slugs, direction: listed }, byId]
        : byText('name')
    case 'slug':
      return [{ by: 'field', field: 'slug', direction }, byId]
    case 'term_group':
      return [{ by: 'field', field: 'group', direction }, byId]
    case 'count':
      return [{ by: 'field', field: 'count', direction }, byId]
    case 'description':
      return byText('description')
    default:
      return byText('name')
  }
}

/**
 * The ids of empty terms with nonempty descendants, which would be cut off if these terms were hidden. Takes one query
 * per level.
 */
async function emptyAncestors(store: StoreSession, taxonomy: Taxonomy): Promise<readonly number[]> {
  const { and, eq, gt, in: isIn, ne } = whereTerms
  const ancestors = new Set<number>()
  const filled = and(eq('taxonomy', taxonomy.name), gt('count', 0), ne('parent', 0))
  let { records } = await termsIn(store).find({ where: filled })
  while (records.length > 0) {
    const above = [...new Set(records.map(term => term.parent))].filter(id => id !== 0 && !ancestors.has(id))
    for (const id of above) ancestors.add(id)
    records = above.length === 0 ? [] : (await termsIn(store).find({ where: isIn('id', above) })).records
  }
  return [...ancestors]
}
