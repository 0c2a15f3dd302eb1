import { nearestWord } from '@platen/core'
import {
  type AnyQuery,
  type AnyRecord,
  type BaseRecord,
  type Condition,
  collectionsRead,
  conditionBuilder,
  type Order,
} from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { indexedMeta } from '../../../kernel/records/index.js'
import { siteTime } from '../../../kernel/time/index.js'
import { requireComplete } from '../indexing/index-filling.js'
import { indexedKeysOf } from '../indexing/indexed-keys.js'
import { metaObjectsNamed, subtypesOf } from '../meta-objects.js'
import { orderBy } from './meta-additions.js'
import { keyCondition } from './meta-filter.js'
import { type Operator, valueCondition } from './value-conditions.js'

/** Conditions and orders by the value of a declared key, for queries in process. Texts are compared as in requests. */
export interface MetaField<V, R extends BaseRecord> {
  eq(value: V): Condition<R>
  /** No value is equal: also of objects without any. */
  ne(value: V): Condition<R>
  gt(value: V): Condition<R>
  gte(value: V): Condition<R>
  lt(value: V): Condition<R>
  lte(value: V): Condition<R>
  in(values: readonly V[]): Condition<R>
  notIn(values: readonly V[]): Condition<R>
  startsWith(text: string): Condition<R>
  /** Whether there is a value. */
  exists(wanted?: boolean): Condition<R>
  /** The smallest value first; objects without one come last. */
  readonly asc: Order<R>
  readonly desc: Order<R>
}

/** Moments without an offset are in UTC: code runs in no time zone. */
const UTC = siteTime('UTC')

const { and } = conditionBuilder<AnyRecord>('owner')

/** The declared keys of a subtype by name, for queries. */
export type MetaFields<R extends BaseRecord> = Readonly<Record<string, MetaField<unknown, R>>>

/**
 * The declared keys of a subtype by name, for queries of its records; of an object's properties such as `place.lat`. Throws a
 * `TypeError` for other names.
 */
export function metaFields<R extends BaseRecord>(site: SiteContext, kind: string, subtype: string): MetaFields<R> {
  return new Proxy<Record<string, MetaField<unknown, R>>>(Object.freeze({}), {
    get: (_, name) =>
      // The conditions name no field but the id, which all records have.
      typeof name === 'symbol' ? undefined : (metaField(site, kind, subtype, name) as unknown as MetaField<unknown, R>),
  })
}

function metaField(site: SiteContext, kind: string, subtype: string, name: string): MetaField<unknown, AnyRecord> {
  const keys = indexedKeysOf(site, kind, subtype)
  const key = keys.find(each => each.name === name)
  if (key === undefined) {
    const names = keys.map(each => each.name)
    const nearest = nearestWord(name, names)
    throw new TypeError(
      `"${name}" is no declared meta key of "${subtype || kind}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`,
    )
  }
  const test = (operator: Operator) => (value: unknown) =>
    and(keyCondition(key, [valueCondition(key, operator, plainValue(value), UTC)]))
  return Object.freeze<MetaField<unknown, AnyRecord>>({
    eq: test('eq'),
    ne: test('ne'),
    gt: test('gt'),
    gte: test('gte'),
    lt: test('lt'),
    lte: test('lte'),
    in: test('in'),
    notIn: test('not_in'),
    startsWith: test('starts_with'),
    exists: (wanted = true) => test('exists')(wanted),
    asc: orderBy(key, 'asc'),
    desc: orderBy(key, 'desc'),
  })
}

const plainValue = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.map(plainValue) : value

/**
 * Rejects with a 503 `rest_index_incomplete` if a query of records reads the index, unless all declared keys of a subtype
 * are indexed; of all subtypes, if none is given.
 */
export async function requireIndexFor(
  site: SiteContext,
  kind: string,
  query: Pick<AnyQuery, 'where' | 'order' | 'with'>,
  subtype?: string,
): Promise<void> {
  const kindOfObject = metaObjectsNamed(site, kind)
  if (!collectionsRead(kindOfObject.collection, query).has(indexedMeta.name)) return
  for (const each of subtype === undefined ? subtypesOf(site, kindOfObject) : [subtype])
    for (const key of indexedKeysOf(site, kind, each)) await requireComplete(site, key)
}
