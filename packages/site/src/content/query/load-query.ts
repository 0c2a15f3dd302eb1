import type { BlockUse, BlockValues } from '@platen/rendering'
import { type BlockScope, oncePerPage } from '../../kernel/blocks/index.js'
import { postsPerPage } from '../../kernel/options/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../kernel/records/index.js'
import { findShown } from '../../kernel/rest/index.js'
import { addListedPosts } from '../posts/blocks/index.js'
import { STICKY_OPTION } from '../posts/index.js'
import type { PostType } from '../types/index.js'
import { listedCondition, queryCondition, queryOrder, queryType, RANDOM } from './query-condition.js'
import { excludedPost, MAX_PER_PAGE, type QueryRequest, queryRequest } from './query-request.js'

/** The maximum number of queries for lists on a page of records; further different lists are empty. */
const MAX_LISTS = 20
/** The maximum number of sticky posts that come first. */
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

const perPageOf = ({ perPage }: QueryRequest, { options }: Pick<BlockScope, 'options'>): number =>
  perPage ?? postsPerPage(options, MAX_PER_PAGE)

/** The different queries of the uses of a block, by their keys. */
const distinctQueries = (uses: readonly BlockUse<unknown>[], scope: BlockScope): ReadonlyMap<string, QueryRequest> => {
  const requests = new Map<string, QueryRequest>()
  for (const { context } of uses) {
    const query = queryRequest(context, scope)
    if (query.inherits) continue
    const key = keyOf(query)
    if (requests.size < MAX_LISTS) requests.set(key, query)
  }
  return requests
}

/**
 * Whether the sticky posts come first: on the first page of a list that is not filtered by an author, by a search, or
 * by only terms or only formats.
 */
function hasStickyFirst(type: PostType, query: QueryRequest): boolean {
  if (!type.sticky || query.page > 1 || ['only', 'exclude', 'ignore'].includes(query.sticky)) return false
  if (query.search !== '' || query.isOfAuthor) return false
  return query.formats.length === 0 ? query.included.size === 0 : query.included.size + query.excluded.size > 0
}

/** The results of one statement of a query, for all posts around it. */
interface FoundPosts {
  readonly records: readonly PostRecord[]
  readonly limit: number
  /** The sticky posts to show first. */
  readonly sticky: readonly PostRecord[]
}

async function findSticky(scope: BlockScope, type: PostType, query: QueryRequest): Promise<readonly PostRecord[]> {
  const ids = scope.options
    .ids(STICKY_OPTION)
    .filter(id => !query.exclude.includes(id))
    .slice(0, MAX_STICKY)
  if (ids.length === 0) return []
  return findShown(postsIn(scope.site.store), {
    where: wherePosts.and(listedCondition(scope, type), wherePosts.eq('status', 'publish'), wherePosts.in('id', ids)),
    order: [{ by: 'field', field: 'date', direction: 'desc' }],
  })
}

const NOTHING_FOUND: FoundPosts = { records: [], limit: 0, sticky: [] }

const lists = oncePerPage<Promise<FoundPosts>>('queried lists')

async function findPosts(query: QueryRequest, scope: BlockScope): Promise<FoundPosts> {
  const type = queryType(scope, query.type)
  if (type === undefined || (query.pages > 0 && query.page > query.pages)) return NOTHING_FOUND
  if (query.orderBy === RANDOM) scope.variesWithTime()
  const limit = perPageOf(query, scope)
  const records = await findShown(postsIn(scope.site.store), {
    where: queryCondition(scope, type, query),
    order: queryOrder(scope, type, query),
    limit: query.excludesCurrent ? limit + 1 : limit,
    offset: query.offset + (query.page - 1) * limit,
  })
  const sticky = hasStickyFirst(type, query) ? await findSticky(scope, type, query) : []
  addListedPosts(scope, [...records, ...sticky])
  return { records, limit, sticky }
}

/** The posts that a query shows where it leaves out a post. */
function shownPosts({ records, limit, sticky }: FoundPosts, excluded: number | undefined): readonly PostRecord[] {
  const withoutCurrent = (records: readonly PostRecord[]) =>
    excluded === undefined ? records : records.filter(({ id }) => id !== excluded)
  const page = withoutCurrent(records).slice(0, limit)
  if (sticky.length === 0) return page
  const stickyIds = new Set(sticky.map(({ id }) => id))
  const onPage = new Set(page.map(({ id }) => id))
  return [
    ...page.filter(({ id }) => stickyIds.has(id)),
    ...withoutCurrent(sticky).filter(({ id }) => !onPage.has(id)),
    ...page.filter(({ id }) => !stickyIds.has(id)),
  ]
}

/** Loads the posts of the queries around the uses of a block: a query for each that differs from the others. */
export async function loadQueryPosts(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<QueryPosts> {
  const queries = distinctQueries(uses, scope)
  const loaded = new Map(
    await Promise.all(
      [...queries].map(async ([key, query]) => [key, await lists(scope, key, () => findPosts(query, scope))] as const),
    ),
  )
  const all = new Map(
    [...loaded.values()].flatMap(list => [...list.records, ...list.sticky]).map(post => [post.id, post]),
  )
  return {
    of(context) {
      const query = queryRequest(context, scope)
      const list = loaded.get(keyOf(query))
      return list === undefined ? [] : shownPosts(list, excludedPost(context, query))
    },
    all: [...all.values()],
  }
}

/** The number of posts of a query, and the excluded posts among them. */
interface CountedPosts {
  readonly total: number
  readonly excluded: ReadonlySet<number>
}

const NONE_COUNTED: CountedPosts = { total: 0, excluded: new Set() }

const totals = oncePerPage<Promise<CountedPosts>>('queried totals')

async function countPosts(query: QueryRequest, scope: BlockScope, ids: readonly number[]): Promise<CountedPosts> {
  const type = queryType(scope, query.type)
  if (type === undefined) return NONE_COUNTED
  const condition = queryCondition(scope, type, query)
  const [{ total = 0 }, { records }] = await Promise.all([
    postsIn(scope.site.store).find({ where: condition, limit: 0, total: true }),
    ids.length === 0
      ? { records: [] }
      : postsIn(scope.site.store).find({ where: wherePosts.and(condition, wherePosts.in('id', ids)) }),
  ])
  return { total, excluded: new Set(records.map(({ id }) => id)) }
}

/** The posts that the uses of a block leave out, by the keys of their queries. */
function excludedPosts(
  uses: readonly BlockUse<unknown>[],
  scope: BlockScope,
): ReadonlyMap<string, ReadonlySet<number>> {
  const idsByKey = new Map<string, Set<number>>()
  for (const { context } of uses) {
    const query = queryRequest(context, scope)
    const id = excludedPost(context, query)
    if (id === undefined) continue
    const key = keyOf(query)
    idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(id))
  }
  return idsByKey
}

/** Counts the posts of the queries around the uses of a block. After its last page, a query has none. */
export async function loadQueryTotals(
  uses: readonly BlockUse<unknown>[],
  scope: BlockScope,
): Promise<(context: BlockValues) => QueryTotal> {
  const queries = distinctQueries(uses, scope)
  const excluded = excludedPosts(uses, scope)
  const counted = new Map(
    await Promise.all(
      [...queries].map(async ([key, query]) => {
        const ids = [...(excluded.get(key) ?? [])]
        return [key, await totals(scope, `${key} ${ids}`, () => countPosts(query, scope, ids))] as const
      }),
    ),
  )
  return context => {
    const query = queryRequest(context, scope)
    const perPage = perPageOf(query, scope)
    const { total: matching, excluded: among } = (!query.inherits && counted.get(keyOf(query))) || NONE_COUNTED
    const current = excludedPost(context, query)
    const count = current !== undefined && among.has(current) ? matching - 1 : matching
    const isPast = (query.page - 1) * perPage + query.offset >= count
    const total = isPast ? 0 : count
    const pages = Math.ceil(total / perPage)
    return { page: query.page, perPage, total, pages: query.pages > 0 ? Math.min(query.pages, pages) : pages }
  }
}
