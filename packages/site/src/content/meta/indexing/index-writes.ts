import { groupBy } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import { indexedMetaIn, metaIn, whereIndexedMeta, whereMeta } from '../../../kernel/records/index.js'
import { type IndexRow, rowsOf, type StoredMeta } from './index-rows.js'
import { type IndexedKey, indexedKeysOf } from './indexed-keys.js'

/** What an index is written with. */
interface Writing {
  readonly site: SiteContext
  readonly store: StoreSession
}

/** The change of an object's meta. */
export interface IndexedChange {
  readonly kind: string
  readonly subtype: string
  readonly object: number
  /** The stored meta before the change; `undefined` for a new object, which has no rows yet. */
  readonly before: readonly StoredMeta[] | undefined
  readonly after: readonly StoredMeta[]
}

/** Indexes the change of an object's meta, in the transaction that stores it. */
export async function indexChange({ site, store }: Writing, change: IndexedChange): Promise<void> {
  const { kind, subtype, object, before, after } = change
  const keys = indexedKeysOf(site, kind, subtype)
  if (keys.length === 0) return
  const { time } = await site.options()
  const changed: string[] = []
  const rows: IndexRow[] = []
  for (const key of keys) {
    const current = rowsOf(key, after, time)
    if (before !== undefined) {
      if (isSame(rowsOf(key, before, time), current)) continue
      changed.push(key.id)
    }
    for (const row of current) rows.push(row)
  }
  await replaceRows(store, [object], changed, rowsFor(object, rows))
}

const isSame = (some: readonly IndexRow[], others: readonly IndexRow[]) =>
  some.length === others.length &&
  some.every(({ value, label }, at) => value === others[at]?.value && label === others[at]?.label)

/** Indexes objects of a subtype by their stored meta; `keys` are all declared ones by default. */
export async function indexObjects(
  { site, store }: Writing,
  kind: string,
  subtype: string,
  objects: readonly number[],
  keys: readonly IndexedKey[] = indexedKeysOf(site, kind, subtype),
): Promise<void> {
  if (keys.length === 0 || objects.length === 0) return
  const { time } = await site.options()
  const stored = await storedMeta(store, kind, objects, [...new Set(keys.map(({ key }) => key.key))])
  const rows = objects.flatMap(object =>
    rowsFor(
      object,
      keys.flatMap(key => rowsOf(key, stored.get(object) ?? [], time)),
    ),
  )
  await replaceRows(
    store,
    objects,
    keys.map(({ id }) => id),
    rows,
  )
}

async function storedMeta(
  store: StoreSession,
  kind: string,
  objects: readonly number[],
  keys: readonly string[],
): Promise<ReadonlyMap<number, readonly StoredMeta[]>> {
  const { and, eq, in: isIn } = whereMeta
  const { records } = await metaIn(store).find({
    where: and(eq('kind', kind), isIn('object', objects), isIn('key', keys)),
    order: [{ by: 'field', field: 'id', direction: 'asc' }],
  })
  return groupBy(records, ({ object }) => object)
}

const rowsFor = (object: number, rows: readonly IndexRow[]) => rows.map(row => ({ object, ...row }))

async function replaceRows(
  store: StoreSession,
  objects: readonly number[],
  keys: readonly string[],
  rows: readonly (IndexRow & { readonly object: number })[],
): Promise<void> {
  const { and, in: isIn } = whereIndexedMeta
  const indexed = indexedMetaIn(store)
  if (keys.length > 0) await indexed.removeWhere(and(isIn('object', objects), isIn('key', keys)))
  if (rows.length > 0) await indexed.insertMany(rows)
}

/** Removes the meta of objects that are removed, and what the index has of them. */
export async function removeMetaOf(store: StoreSession, kind: string, objects: readonly number[]): Promise<void> {
  const meta = whereMeta
  const { and, gte, in: isIn, lt } = whereIndexedMeta
  await Promise.all([
    metaIn(store).removeWhere(meta.and(meta.eq('kind', kind), meta.in('object', objects))),
    indexedMetaIn(store).removeWhere(and(isIn('object', objects), gte('key', `${kind}:`), lt('key', `${kind};`))),
  ])
}
