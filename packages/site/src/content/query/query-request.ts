import type { BlockValues } from '@platen/rendering'
import type { BlockScope } from '../../kernel/blocks/index.js'
import { isEmptyValue } from '../../kernel/rest/index.js'
import { isMap } from '../../kernel/text/index.js'
import { POST_FORMATS } from '../posts/index.js'

/** The maximum number of ids in a list, and of characters in a search. */
const MAX_IDS = 100
const MAX_TAXONOMIES = 10
const MAX_SEARCH = 200
/** The maximum number of posts on a page of a list. */
export const MAX_PER_PAGE = 100
/** The maximum number of pages that a list links to. */
const MAX_PAGE = 100_000

/** The ids of terms by the name of their taxonomy. */
export type TermIds = ReadonlyMap<string, readonly number[]>

/** The posts that the block of a query requests. */
export interface QueryRequest {
  /** Whether the query is that of the surrounding page, which exists only within a template. */
  readonly inherits: boolean
  readonly type: string
  readonly page: number
  readonly perPage: number | undefined
  /** How many posts are skipped before the first page. */
  readonly offset: number
  /** The maximum number of pages; all for 0. */
  readonly pages: number
  readonly orderBy: string
  readonly direction: 'asc' | 'desc'
  readonly search: string
  readonly authors: readonly number[]
  /** Whether the query is for the posts of one author, so that sticky posts are not moved. */
  readonly isOfAuthor: boolean
  readonly exclude: readonly number[]
  /** Whether the first page excludes the post around the query; see {@link excludedPost}. */
  readonly excludesCurrent: boolean
  readonly parents: readonly number[]
  readonly formats: readonly string[]
  /** `only` sticky posts, no sticky posts (`exclude`), sticky posts in normal order (`ignore`), or first. */
  readonly sticky: string
  readonly included: TermIds
  readonly excluded: TermIds
}

const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
const isAuthorId = (id: number): boolean => Number.isSafeInteger(id) && id !== 0
const isIdOrNone = (id: number): boolean => Number.isSafeInteger(id) && id >= 0

const idsOf = (value: unknown, isAccepted = isId): readonly number[] => {
  const list = Array.isArray(value)
    ? value.slice(0, MAX_IDS)
    : typeof value === 'string'
      ? value.split(',', MAX_IDS)
      : [value]
  const ids = list.map(each => (typeof each === 'number' || typeof each === 'string' ? Number(each) : 0))
  return [...new Set(ids.filter(isAccepted))].sort((a, b) => a - b)
}

const formatsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? POST_FORMATS.filter(format => value.includes(format)) : []

/** Ids of authors; in a list, their signs are ignored. */
const authorsOf = (value: unknown): readonly number[] =>
  typeof value === 'number' ? idsOf(value) : idsOf(value, isAuthorId).map(Math.abs)

const isTrue = (value: unknown): boolean => !isEmptyValue(value)

const textOf = (value: unknown, byDefault = ''): string => (typeof value === 'string' ? value : byDefault)

/** The absolute value of an integer; 0 for anything else. */
const countOf = (value: unknown): number => {
  const number = typeof value === 'number' || typeof value === 'string' ? Math.abs(Math.trunc(Number(value))) : 0
  return Number.isSafeInteger(number) ? number : 0
}

const termIds = (value: unknown): Map<string, readonly number[]> => {
  const termIds = new Map<string, readonly number[]>()
  if (!isMap(value)) return termIds
  for (const [taxonomy, selected] of Object.entries(value).slice(0, MAX_TAXONOMIES)) {
    const ids = idsOf(selected)
    if (ids.length > 0) termIds.set(taxonomy, ids)
  }
  return termIds
}

const withLegacyTerms = (terms: Map<string, readonly number[]>, query: BlockValues): TermIds => {
  for (const [taxonomy, name] of [
    ['category', 'categoryIds'],
    ['post_tag', 'tagIds'],
  ] as const) {
    const ids = idsOf(query[name])
    if (ids.length > 0 && !terms.has(taxonomy)) terms.set(taxonomy, ids)
  }
  return terms
}

/** The parents of hierarchical posts, 0 for top-level posts; a falsy value means all. */
const parentsOf = (value: unknown): readonly number[] => {
  if (!isTrue(value)) return []
  return idsOf(Array.isArray(value) ? value.slice(0, MAX_IDS).map(countOf) : value, isIdOrNone)
}

/** The name of the parameter that chooses the page of a query. */
export const pageParameter = ({ queryId }: BlockValues): string =>
  typeof queryId === 'number' && Number.isSafeInteger(queryId) ? `query-${queryId}-page` : 'query-page'

/** The requested page of a query; the first one by default. */
const requestedPage = (context: BlockValues, { request }: Pick<BlockScope, 'request'>): number => {
  const name = pageParameter(context)
  const page = Object.hasOwn(request.query, name) ? Number(request.query[name]) : 1
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1
}

const NO_QUERY: BlockValues = Object.freeze({})

/** The request of the blocks within a query, from the context that the query provides. */
export function queryRequest(context: BlockValues, scope: Pick<BlockScope, 'request'>): QueryRequest {
  const query = isMap(context['query']) ? context['query'] : NO_QUERY
  const { taxQuery } = query
  const isNested = isMap(taxQuery) && (isMap(taxQuery['include']) || isMap(taxQuery['exclude']))
  const perPage = countOf(query['perPage'])
  const orderBy = textOf(query['orderBy'], 'date')
  const page = requestedPage(context, scope)
  const offset = perPage === 0 ? 0 : Math.min(countOf(query['offset']), MAX_PAGE)
  const sticky = textOf(query['sticky'])
  const current = sticky !== 'only' && isTrue(query['excludeCurrent']) ? idsOf(context['postId']) : []
  const exclude = sticky === 'only' ? [] : idsOf(query['exclude'])
  // Posts of a list have first pages of the same posts: these load once for all of them.
  const isShared = page === 1 && offset === 0
  return {
    inherits: query['inherit'] === true,
    type: textOf(query['postType'], 'post'),
    page,
    perPage: perPage === 0 ? undefined : Math.min(perPage, MAX_PER_PAGE),
    offset,
    pages: countOf(query['pages']),
    orderBy,
    direction: textOf(query['order']).toLowerCase() === 'asc' ? 'asc' : 'desc',
    search: textOf(query['search']).slice(0, MAX_SEARCH).trim(),
    authors: authorsOf(query['author']),
    isOfAuthor: typeof query['author'] === 'number' && query['author'] > 0,
    exclude: isShared ? exclude : [...exclude, ...current],
    excludesCurrent: isShared && current.length > 0,
    parents: parentsOf(query['parents']),
    formats: formatsOf(query['format']),
    sticky,
    included: withLegacyTerms(termIds(isNested ? taxQuery['include'] : taxQuery), query),
    excluded: termIds(isNested ? taxQuery['exclude'] : undefined),
  }
}

/** The post around a query that its first page leaves out, if any. */
export const excludedPost = ({ postId }: BlockValues, { excludesCurrent }: QueryRequest): number | undefined =>
  excludesCurrent ? idsOf(postId)[0] : undefined
