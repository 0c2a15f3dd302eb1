import type { BlockUse, BlockValues } from '@platen/rendering'
import { where } from '../../features/built-in-collections.js'
import type { PostRecord } from '../../features/posts/post-collection.js'
import { STICKY_OPTION } from '../../features/posts/post-meta-keys.js'
import type { PostType } from '../../registrations/post-types.js'
import { postsPerPage } from '../../settings/posts-per-page.js'
import type { BlockScope } from '../block-scope.js'
import { oncePerPage } from '../once-per-page.js'
import { addListedPosts } from '../posts/used-posts.js'
import { listedCondition, queryCondition, queryOrder, queryType } from './query-condition.js'
import { type QueryRequest, queryRequest } from './query-request.js'

/** A page of records costs at most so many queries for lists: further lists that differ from these stay empty. */
const MAX_LISTS = 20
/** At most so many sticky posts come first. */
const MAX_STICKY = 100

/** The posts of each use of a block, by the context that its query provides. */
export interface QueryPosts {
  of(context: BlockValues): readonly PostRecord[]
  readonly all: readonly PostRecord[]
}

/** How many posts and pages a query has. */
export interface QueryTotal {
  readonly page: number
  readonly perPage: number
  readonly total: number
  readonly pages: number
}

const keyOf = (query: QueryRequest): string =>
  JSON.stringify({ ...query, included: [...query.included], excluded: [...query.excluded] })

/** Queries have no more posts on one page. */
const MAX_PER_PAGE = 100

const perPageOf = ({ perPage }: QueryRequest, { options }: Pick<BlockScope, 'options'>): number =>
  perPage ?? postsPerPage(options, MAX_PER_PAGE)

/** The different queries of the uses of a block, by their keys. */
const distinctQueries = (uses: readonly BlockUse<unknown>[], scope: BlockScope): ReadonlyMap<string, QueryRequest> => {
  const found = new Map<string, QueryRequest>()
  for (const { context } of uses) {
    const query = queryRequest(context, scope)
    if (query.inherits) continue
    const key = keyOf(query)
    if (found.size < MAX_LISTS) found.set(key, query)
  }
  return found
}

/** Whether the sticky posts come first: on the first page of a list that is not filtered by terms or a search. */
const hasStickyFirst = (type: PostType, query: QueryRequest): boolean =>
  type.sticky &&
  query.page === 1 &&
  !['only', 'exclude', 'ignore'].includes(query.sticky) &&
  query.search === '' &&
  query.formats.length === 0 &&
  query.included.size === 0 &&
  query.excluded.size === 0

async function withStickyFirst(
  scope: BlockScope,
  type: PostType,
  query: QueryRequest,
  found: readonly PostRecord[],
): Promise<readonly PostRecord[]> {
  const ids = scope.options
    .ids(STICKY_OPTION)
    .filter(id => !query.exclude.includes(id))
    .slice(0, MAX_STICKY)
  if (ids.length === 0) return found
  const isSticky = new Set(ids)
  const first = found.filter(post => isSticky.has(post.id))
  const missing = ids.filter(id => !first.some(post => post.id === id))
  const { posts } = where
  const { records } =
    missing.length === 0
      ? { records: [] }
      : await scope.site.store.posts.find({
          where: posts.and(listedCondition(scope, type), posts.eq('status', 'publish'), posts.in('id', missing)),
          order: [{ by: 'field', field: 'date', direction: 'desc' }],
        })
  return [...first, ...records, ...found.filter(post => !isSticky.has(post.id))]
}

const lists = oncePerPage<Promise<readonly PostRecord[]>>()

async function findPosts(query: QueryRequest, scope: BlockScope): Promise<readonly PostRecord[]> {
  const type = queryType(scope, query.type)
  if (type === undefined || (query.pages > 0 && query.page > query.pages)) return []
  const limit = perPageOf(query, scope)
  const { records } = await scope.site.store.posts.find({
    where: queryCondition(scope, type, query),
    order: queryOrder(query),
    limit,
    offset: query.offset + (query.page - 1) * limit,
  })
  const found = hasStickyFirst(type, query) ? await withStickyFirst(scope, type, query, records) : records
  addListedPosts(scope, found)
  return found
}

/** Loads the posts of the queries around the uses of a block: a query for each that differs from the others. */
export async function loadQueryPosts(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<QueryPosts> {
  const queries = distinctQueries(uses, scope)
  const found = new Map(
    await Promise.all(
      [...queries].map(async ([key, query]) => [key, await lists(scope, key, () => findPosts(query, scope))] as const),
    ),
  )
  const all = new Map([...found.values()].flat().map(post => [post.id, post]))
  return {
    of: context => found.get(keyOf(queryRequest(context, scope))) ?? [],
    all: [...all.values()],
  }
}

const totals = oncePerPage<Promise<number>>()

async function countPosts(query: QueryRequest, scope: BlockScope): Promise<number> {
  const type = queryType(scope, query.type)
  if (type === undefined) return 0
  const { total } = await scope.site.store.posts.find({
    where: queryCondition(scope, type, query),
    limit: 0,
    total: true,
  })
  return total ?? 0
}

/** Counts the posts of the queries around the uses of a block. Past its last page, a query has none. */
export async function loadQueryTotals(
  uses: readonly BlockUse<unknown>[],
  scope: BlockScope,
): Promise<(context: BlockValues) => QueryTotal> {
  const queries = distinctQueries(uses, scope)
  const counted = new Map(
    await Promise.all(
      [...queries].map(
        async ([key, query]) => [key, await totals(scope, key, () => countPosts(query, scope))] as const,
      ),
    ),
  )
  return context => {
    const query = queryRequest(context, scope)
    const perPage = perPageOf(query, scope)
    const found = query.inherits ? 0 : (counted.get(keyOf(query)) ?? 0)
    const isPast = (query.page - 1) * perPage + query.offset >= found
    const total = isPast ? 0 : found
    const pages = Math.ceil(total / perPage)
    return { page: query.page, perPage, total, pages: query.pages > 0 ? Math.min(query.pages, pages) : pages }
  }
}
