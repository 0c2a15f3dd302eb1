import type { BlockUse } from '@platen/rendering'
import { where } from '../../features/built-in-collections.js'
import { emptyAncestors } from '../../features/terms/nonempty-branches.js'
import type { TermRecord } from '../../features/terms/term-collection.js'
import type { Order } from '../../storage/index.js'
import type { BlockScope } from '../block-scope.js'
import { shownTaxonomy } from './taxonomy-terms.js'

/** A list shows at most so many terms, and a page of records so many different lists; further ones stay empty. */
const MAX_TERMS = 100
const MAX_LISTS = 10
const MAX_INCLUDED = 100

/** The terms of each query that blocks of a page show, by `keyOf`. */
export type QueriedTerms = ReadonlyMap<string, readonly TermRecord[]>

interface TermQuery {
  readonly taxonomy: string
  readonly limit: number
  readonly include: readonly number[]
  readonly hideEmpty: boolean
  readonly showNested: boolean
  readonly order: 'asc' | 'desc'
  readonly orderBy: string
}

const FIELDS = new Set(['id', 'count', 'slug', 'name'])

/** Reads the context value `termQuery`, which users write. */
function queryOf(value: unknown): TermQuery | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Readonly<Record<string, unknown>>
  const { taxonomy, perPage, include, orderBy } = given
  const count = typeof perPage === 'number' ? Math.trunc(perPage) : 10
  const ids = Array.isArray(include) ? include.map(Number).filter(id => Number.isSafeInteger(id) && id > 0) : []
  return {
    taxonomy: typeof taxonomy === 'string' ? taxonomy : 'category',
    limit: count > 0 ? Math.min(count, MAX_TERMS) : MAX_TERMS,
    include: [...new Set(ids)].slice(0, MAX_INCLUDED),
    hideEmpty: given['hideEmpty'] !== false,
    showNested: given['showNested'] === true,
    order: given['order'] === 'desc' ? 'desc' : 'asc',
    orderBy: typeof orderBy === 'string' && FIELDS.has(orderBy) ? orderBy : 'name',
  }
}

/** The key of the query around a block. */
export const keyOf = (context: BlockUse['context']): string => JSON.stringify(queryOf(context['termQuery']) ?? null)

function orderOf({ include, order, orderBy }: TermQuery): readonly Order<TermRecord>[] {
  if (include.length > 0) return [{ by: 'position', field: 'id', values: include }]
  if (orderBy === 'count') return [{ by: 'field', field: 'count', direction: order }]
  if (orderBy === 'id') return [{ by: 'field', field: 'id', direction: order }]
  return [{ by: 'field', field: orderBy === 'slug' ? 'slug' : 'name', direction: order, folded: true }]
}

async function termsOf(query: TermQuery, scope: BlockScope): Promise<readonly TermRecord[]> {
  const taxonomy = shownTaxonomy(query.taxonomy, scope)
  if (taxonomy === undefined) return []
  const { store } = scope.site
  const { and, eq, gt, in: isIn, or } = where.terms
  const isTop = taxonomy.hierarchical && !query.showNested && query.include.length === 0
  const branches = query.hideEmpty && taxonomy.hierarchical ? await emptyAncestors(store, taxonomy) : []
  const { records } = await store.terms.find({
    where: and(
      eq('taxonomy', taxonomy.name),
      query.include.length > 0 ? isIn('id', query.include) : undefined,
      isTop ? eq('parent', 0) : undefined,
      query.hideEmpty ? or(gt('count', 0), isIn('id', branches)) : undefined,
    ),
    order: orderOf(query),
    limit: query.limit,
  })
  return records
}

/** Loads the terms of the queries around blocks. */
export async function loadQueriedTerms(uses: readonly BlockUse<unknown>[], scope: BlockScope): Promise<QueriedTerms> {
  const queries = new Map<string, TermQuery>()
  for (const { context } of uses) {
    const query = queryOf(context['termQuery'])
    if (query !== undefined && queries.size < MAX_LISTS) queries.set(keyOf(context), query)
  }
  const loaded = [...queries].map(async ([key, query]) => [key, await termsOf(query, scope)] as const)
  return new Map(await Promise.all(loaded))
}
