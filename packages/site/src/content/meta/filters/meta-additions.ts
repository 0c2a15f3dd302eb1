import { type HandlerRequest, invalidParams, type MaybePromise } from '@platen/core'
import { type AnyCondition, type AnyOrder, type AnyRecord, conditionBuilder } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { whereIndexedMeta } from '../../../kernel/records/index.js'
import type { ListAddition } from '../../../kernel/rest/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { requireComplete } from '../indexing/index-filling.js'
import { AFTER_VALUES, BEFORE_VALUES } from '../indexing/index-text.js'
import { type IndexedKey, indexedKeysOf } from '../indexing/indexed-keys.js'
import { metaObjects, subtypesOf } from '../meta-objects.js'
import { filterSchema, relationSchema, searchFilterSchema } from './filter-schema.js'
import { keyCondition, metaCondition, readableKeys, requireKey, translated, WITHOUT_PASSWORD } from './meta-filter.js'
import { META_VALUE_ORDERS, metaQuery, metaQueryArgs, queriedKey } from './meta-query.js'

/** Begins the names of keys in `orderby` and `facets`. */
export const META_PREFIX = 'meta.'

/** The keys that clients filter and order the list of a post type, a taxonomy, users or comments by. */
export interface ListedKeys {
  readonly all: readonly IndexedKey[]
  readonly filterable: readonly IndexedKey[]
  readonly sortable: readonly IndexedKey[]
  readonly facets: readonly IndexedKey[]
}

/** The declared keys of a list; `undefined` if its objects have no meta. */
export function listedKeys(site: SiteContext, list: string): ListedKeys | undefined {
  const kind = site
    .get(metaObjects)
    .find(each => (each.subtype === undefined ? each.name === list : subtypesOf(site, each).includes(list)))
  if (kind === undefined) return undefined
  const keys = indexedKeysOf(site, kind.name, kind.subtype === undefined ? '' : list)
  const all = keys.filter(({ key }) => key.showInRest)
  return {
    all,
    filterable: all.filter(({ key }) => key.filterable),
    sortable: all.filter(({ key, isMany }) => key.sortable && !isMany),
    facets: all.filter(({ key }) => key.facet),
  }
}

/** What declared keys add to a list: filters by `meta`, and orders by `meta.…`; in `wp` also `meta_key` and its like. */
export function metaAdditions(site: SiteContext, list: string): ListAddition | undefined {
  const keys = listedKeys(site, list)
  if (keys === undefined) return undefined
  const { filterable, sortable } = keys
  // Like all arguments that a list does not have, `meta` is then ignored.
  if (filterable.length === 0 && sortable.length === 0) return undefined
  const filters = filterArgs(site, filterable)
  const queries = Object.entries(metaQueryArgs).map(([name, schema]) => [name, { schema }] as const)
  const hasQueries = site.dialect.metaQueries
  const orders = sortable.map(key => [`${META_PREFIX}${key.name}`, { steps: steps(() => key) }] as const)
  const byValue = META_VALUE_ORDERS.map(name => {
    return [name, { steps: steps(({ params }) => queriedKey(sortable, params['meta_key'])) }] as const
  })
  return {
    args: { ...(filterable.length > 0 && filters), ...(hasQueries && Object.fromEntries(queries)) },
    orders: Object.fromEntries([...orders, ...(hasQueries ? byValue : [])]),
    condition: request => conditionOf(site, keys, request),
  }
}

/** The arguments of filters. In `/search`, keys of the same name may have other types in another list. */
function filterArgs(site: SiteContext, keys: readonly IndexedKey[]): NonNullable<ListAddition['args']> {
  const schema = filterSchema(keys)
  const { validate, sanitize } = site.compile(schema)
  const where = (value: unknown, request: HandlerRequest) => {
    const failed = validate(value, 'meta')
    if (failed !== undefined) throw invalidParams(new Map([['meta', failed]]))
    return filteredBy(site, keys, sanitize(value), request)
  }
  return {
    meta: { schema, search: { schema: searchFilterSchema, where } },
    meta_relation: { schema: relationSchema, search: true },
  }
}

const filteredBy = (site: SiteContext, keys: readonly IndexedKey[], given: unknown, request: HandlerRequest) =>
  metaCondition(
    site,
    readableKeys(keys, site.principal(request)),
    given,
    request.params['meta_relation'] === 'or' ? 'or' : 'and',
  )

const steps =
  (keyOf: (request: HandlerRequest) => IndexedKey) => (direction: 'asc' | 'desc', request: HandlerRequest) => [
    orderBy(keyOf(request), direction),
  ]

function conditionOf(
  site: SiteContext,
  keys: ListedKeys,
  request: HandlerRequest,
): MaybePromise<AnyCondition | undefined> {
  const { params } = request
  const orders = [params['orderby']].flat().filter(name => typeof name === 'string')
  const ordered = orders.filter(name => name.startsWith(META_PREFIX))
  const isQuery = site.dialect.metaQueries && (QUERY_ARGS.some(name => request.has(name)) || orders.some(isByValue))
  if (!isMap(params['meta']) && ordered.length === 0 && !isQuery) return undefined
  return requestedCondition(site, keys, request, ordered, isQuery)
}

const QUERY_ARGS = Object.keys(metaQueryArgs)
const isByValue = (order: string) => META_VALUE_ORDERS.includes(order)

const { and } = conditionBuilder<AnyRecord>('owner')

async function requestedCondition(
  site: SiteContext,
  keys: ListedKeys,
  request: HandlerRequest,
  ordered: readonly string[],
  isQuery: boolean,
) {
  const { params } = request
  const principal = site.principal(request)
  const filterable = readableKeys(keys.filterable, principal)
  const sortable = readableKeys(keys.sortable, principal)
  const conditions = [await filteredBy(site, keys.filterable, params['meta'], request)]
  const read = ordered.map(name =>
    requireKey(sortable, name.slice(META_PREFIX.length), 'orderby', 'that orders this list'),
  )
  if (isQuery) {
    const byValue = [params['orderby']].flat().some(name => typeof name === 'string' && isByValue(name))
    const key = queriedKey(byValue ? sortable : filterable, params['meta_key'])
    const { time } = await site.options()
    conditions.push(translated('meta_value', () => keyCondition(key, [metaQuery(key, params, time)])))
    read.push(key)
  }
  for (const key of read) await requireComplete(site, key)
  const isProtected = read.some(({ key }) => key.partOfContent)
  return and(...conditions, isProtected ? WITHOUT_PASSWORD : undefined)
}

const { orderByRelated } = conditionBuilder<AnyRecord>('owner')
const { and: both, eq, gt, lt } = whereIndexedMeta
const on = { foreign: 'object', local: 'id' } as const

/**
 * The key that a caller names in `facets`. Rejects with a 400 if the caller may not read it, and with a 503 while it is
 * being indexed.
 */
export async function requestedKey(
  site: SiteContext,
  keys: readonly IndexedKey[],
  name: string,
  request: HandlerRequest,
): Promise<IndexedKey> {
  const readable = readableKeys(keys, site.principal(request))
  const key = requireKey(readable, name.slice(META_PREFIX.length), 'facets', 'that counts this list')
  await requireComplete(site, key)
  return key
}

/** The indexed values of a key. */
export const facetOf = ({ id }: IndexedKey) =>
  both(eq('key', id), gt('value', BEFORE_VALUES), lt('value', AFTER_VALUES))

/** The order by the value of a key; objects without one come last in both directions. */
export function orderBy({ id }: IndexedKey, direction: 'asc' | 'desc'): AnyOrder {
  const bound = direction === 'asc' ? gt('value', BEFORE_VALUES) : lt('value', AFTER_VALUES)
  return orderByRelated(whereIndexedMeta, on, 'value', direction, both(eq('key', id), bound))
}
