import type { HandlerRequest, MaybePromise } from '@platen/core'
import { type AnyCondition, type AnyOrder, type AnyRecord, conditionBuilder } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { whereIndexedMeta } from '../../../kernel/records/index.js'
import type { ListAddition } from '../../../kernel/rest/index.js'
import { isMap } from '../../../kernel/text/index.js'
import { requireComplete } from '../indexing/index-filling.js'
import { AFTER_VALUES, BEFORE_VALUES } from '../indexing/index-text.js'
import { type IndexedKey, indexedKeysOf } from '../indexing/indexed-keys.js'
import { metaObjects, subtypesOf } from '../meta-objects.js'
import { filterSchema, relationSchema } from './filter-schema.js'
import { metaCondition, readableKeys, requireKey, WITHOUT_PASSWORD } from './meta-filter.js'

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

/** What declared keys add to a list: filters by `meta`, and orders by `meta.…`. */
export function metaAdditions(site: SiteContext, list: string): ListAddition | undefined {
  const keys = listedKeys(site, list)
  if (keys === undefined) return undefined
  const { filterable, sortable } = keys
  const filters = { meta: { schema: filterSchema(filterable) }, meta_relation: { schema: relationSchema } }
  const orders = sortable.map(key => {
    const steps = (direction: 'asc' | 'desc') => [orderBy(key, direction)]
    return [`${META_PREFIX}${key.name}`, { steps }] as const
  })
  return {
    args: filterable.length === 0 ? {} : filters,
    orders: Object.fromEntries(orders),
    condition: request => conditionOf(site, keys, request),
  }
}

function conditionOf(
  site: SiteContext,
  keys: ListedKeys,
  request: HandlerRequest,
): MaybePromise<AnyCondition | undefined> {
  const { meta, meta_relation: relation, orderby } = request.params
  const ordered = [orderby].flat().filter(name => typeof name === 'string' && name.startsWith(META_PREFIX)) as string[]
  if (!isMap(meta) && ordered.length === 0) return undefined
  return all(site, keys, request, { meta, relation: relation === 'or' ? 'or' : 'and', ordered })
}

interface Requested {
  readonly meta: unknown
  readonly relation: 'and' | 'or'
  /** The names in `orderby` that are those of keys. */
  readonly ordered: readonly string[]
}

const { and } = conditionBuilder<AnyRecord>('owner')

async function all(site: SiteContext, keys: ListedKeys, request: HandlerRequest, requested: Requested) {
  const principal = site.principal(request)
  const { meta, relation, ordered } = requested
  const filter = await metaCondition(site, readableKeys(keys.filterable, principal), meta, relation)
  const sortable = readableKeys(keys.sortable, principal)
  let isProtected = false
  for (const name of ordered) {
    const key = requireKey(sortable, name.slice(META_PREFIX.length), 'orderby', 'that orders this list')
    await requireComplete(site, key)
    isProtected ||= key.key.partOfContent
  }
  return isProtected ? and(filter, WITHOUT_PASSWORD) : filter
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
function orderBy({ id }: IndexedKey, direction: 'asc' | 'desc'): AnyOrder {
  const bound = direction === 'asc' ? gt('value', BEFORE_VALUES) : lt('value', AFTER_VALUES)
  return orderByRelated(whereIndexedMeta, on, 'value', direction, both(eq('key', id), bound))
}
