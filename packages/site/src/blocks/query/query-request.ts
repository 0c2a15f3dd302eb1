import type { BlockValues } from '@platen/rendering'
import type { BlockScope } from '../block-scope.js'

/** The values of a query by their names; lists are cut to so many ids, a search to so many characters. */
const MAX_IDS = 100
const MAX_TAXONOMIES = 10
const MAX_SEARCH = 200
/** A list has at most so many posts, and leads to at most so many pages. */
const MAX_PER_PAGE = 100
const MAX_PAGE = 100_000

/** The ids of terms by the name of their taxonomy. */
export type TermIds = ReadonlyMap<string, readonly number[]>

/** The posts that a query requests, as its block says. */
export interface QueryRequest {
  /** Whether the query is that of the page around it; there is none outside a template. */
  readonly inherits: boolean
  readonly type: string
  readonly page: number
  readonly perPage: number | undefined
  /** How many posts are skipped before the first page. */
  readonly offset: number
  /** At most so many pages are shown; all for 0. */
  readonly pages: number
  readonly orderBy: string
  readonly direction: 'asc' | 'desc'
  readonly search: string
  readonly authors: readonly number[]
  readonly exclude: readonly number[]
  readonly parents: readonly number[]
  readonly formats: readonly string[]
  /** `only` sticky posts, none of them (`exclude`), in their place (`ignore`), or first. */
  readonly sticky: string
  readonly included: TermIds
  readonly excluded: TermIds
}

const isObject = (value: unknown): value is BlockValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const idsOf = (value: unknown): readonly number[] => {
  const given = Array.isArray(value)
    ? value.slice(0, MAX_IDS)
    : typeof value === 'string'
      ? value.split(',', MAX_IDS)
      : [value]
  const ids = given.map(each => (typeof each === 'number' || typeof each === 'string' ? Number(each) : 0))
  return [...new Set(ids.filter(id => Number.isSafeInteger(id) && id > 0))].sort((a, b) => a - b)
}

const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.slice(0, MAX_IDS).filter(each => typeof each === 'string') : []

const textOf = (value: unknown, byDefault = ''): string => (typeof value === 'string' ? value : byDefault)

/** A whole number without its sign; 0 for anything else. */
const countOf = (value: unknown): number => {
  const number = typeof value === 'number' || typeof value === 'string' ? Math.abs(Math.trunc(Number(value))) : 0
  return Number.isSafeInteger(number) ? number : 0
}

const termIds = (value: unknown): Map<string, readonly number[]> => {
  const found = new Map<string, readonly number[]>()
  if (!isObject(value)) return found
  for (const [taxonomy, given] of Object.entries(value).slice(0, MAX_TAXONOMIES)) {
    const ids = idsOf(given)
    if (ids.length > 0) found.set(taxonomy, ids)
  }
  return found
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

/** The name of the parameter that chooses the page of a query. */
export const pageParameter = ({ queryId }: BlockValues): string =>
  typeof queryId === 'number' && Number.isSafeInteger(queryId) ? `query-${queryId}-page` : 'query-page'

/** The page of a query that a request asks for; the first one unless it names another. */
export const requestedPage = (context: BlockValues, { request }: Pick<BlockScope, 'request'>): number => {
  const name = pageParameter(context)
  const page = Object.hasOwn(request.query, name) ? Number(request.query[name]) : 1
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, MAX_PAGE) : 1
}

const NO_QUERY: BlockValues = Object.freeze({})

/** What the blocks within a query request, by the context that the query provides. */
export function queryRequest(context: BlockValues, scope: Pick<BlockScope, 'request'>): QueryRequest {
  const query = isObject(context['query']) ? context['query'] : NO_QUERY
  const { taxQuery } = query
  const isNested = isObject(taxQuery) && (isObject(taxQuery['include']) || isObject(taxQuery['exclude']))
  const perPage = countOf(query['perPage'])
  const orderBy = textOf(query['orderBy'], 'date')
  return {
    inherits: query['inherit'] === true,
    type: textOf(query['postType'], 'post'),
    page: requestedPage(context, scope),
    perPage: perPage === 0 ? undefined : Math.min(perPage, MAX_PER_PAGE),
    offset: Math.min(countOf(query['offset']), MAX_PAGE),
    pages: countOf(query['pages']),
    orderBy,
    direction: textOf(query['order']).toLowerCase() === 'asc' ? 'asc' : 'desc',
    search: textOf(query['search']).slice(0, MAX_SEARCH).trim(),
    authors: idsOf(query['author'] ?? query['authorIds']),
    exclude: idsOf(query['exclude']),
    parents: idsOf(query['parents']),
    formats: stringsOf(query['format']),
    sticky: textOf(query['sticky']),
    included: withLegacyTerms(termIds(isNested ? taxQuery['include'] : taxQuery), query),
    excluded: termIds(isNested ? taxQuery['exclude'] : undefined),
  }
}
