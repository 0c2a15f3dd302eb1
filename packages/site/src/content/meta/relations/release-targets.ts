import { RestError } from '@platen/core'
import { type AnyCollection, type AnyRecord, conditionBuilder, type RecordUpdate } from '@platen/storage'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { Tx } from '../../../kernel/operations/index.js'
import { indexedMetaIn, type MetaRecord, metaIn, whereIndexedMeta, whereMeta } from '../../../kernel/records/index.js'
import { isFilled, requireComplete } from '../indexing/index-filling.js'
import { indexObjects } from '../indexing/index-writes.js'
import { reverseOf } from '../indexing/indexed-keys.js'
import { locksOf, metaObjectsNamed } from '../meta-objects.js'
import { type Relation, relationsTo } from './relations.js'

type Removing = Pick<Tx, 'site' | 'store' | 'lock'>

/** The number of sources that lose a reference at a time. */
const BATCH = 500

const { and, eq, in: isIn } = whereIndexedMeta

/**
 * Does with references to locked objects that are about to be removed what their keys declare (`onDelete`). Throws a 409
 * `rest_referred_to`, and a 503 while the references are being indexed.
 */
export async function releaseTargets(tx: Removing, kind: string, ids: readonly number[]): Promise<void> {
  const relations = relationsTo(tx.site, kind)
  if (relations.length === 0 || ids.length === 0) return
  for (const relation of relations) if (relation.key.key.onDelete !== 'keep') await requireIndexed(tx, relation, ids)
  for (const relation of relations) if (relation.key.key.onDelete === 'refuse') await requireNone(tx, relation, ids)
  for (const relation of relations) if (relation.key.key.onDelete === 'clear') await clear(tx, relation, ids)
  const keys = relations.map(({ key }) => reverseOf(key))
  await indexedMetaIn(tx.store).removeWhere(and(isIn('object', ids), isIn('key', keys)))
}

/** Refuses the removal of objects that a relation may refer to while its index is incomplete. */
async function requireIndexed({ site, store }: Removing, { key, refersTo }: Relation, ids: readonly number[]) {
  if (await isFilled(site, key)) return
  const { collection, subtype: field } = metaObjectsNamed(site, refersTo.object)
  const where = conditionBuilder<AnyRecord>(collection.name)
  const { subtypes } = refersTo
  const ofTypes = field === undefined || subtypes === undefined ? undefined : where.in(field, subtypes)
  const removed: AnyCollection = store.collection(collection)
  if ((await removed.count(where.and(where.in('id', ids), ofTypes))) > 0) await requireComplete(site, key)
}

/** Refuses the removal of objects that others refer to. */
async function requireNone({ site, store }: Removing, { key }: Relation, ids: readonly number[]) {
  const where = and(eq('key', reverseOf(key)), isIn('object', ids))
  if ((await indexedMetaIn(store).first({ where })) !== undefined) throw referredTo(site, key.key)
}

/** Does not name a key that some callers may not read. */
function referredTo(site: SiteContext, { name, showInRest, authorizeRead }: Relation['key']['key']): RestError {
  const isPublic = showInRest && authorizeRead(site.principalOf(undefined))
  const message = isPublic ? `Others refer to it by "${name}".` : 'Others refer to it.'
  return new RestError('rest_referred_to', `It cannot be deleted. ${message}`, 409, {
    data: isPublic ? { key: name } : {},
  })
}

/** Removes the references of one key to objects, and increases the versions of the sources. */
async function clear(tx: Removing, relation: Relation, ids: readonly number[]): Promise<void> {
  const { site, store } = tx
  const { source, subtype, key } = relation
  const where = and(eq('key', reverseOf(key)), isIn('object', ids))
  const sources: AnyCollection = store.collection(source.collection)
  const inSources = conditionBuilder<AnyRecord>(source.collection.name)
  for (;;) {
    const rows = await indexedMetaIn(store).pick(['at'], { where, limit: BATCH })
    const referring = [...new Set(rows.map(({ at }) => at))]
    await tx.lock(locksOf(source, referring))
    const changed = await clearValues(tx, relation, referring, new Set(ids))
    // Sources may have lost their references before they were locked.
    if (changed.length === 0) return
    await indexObjects({ site, store }, source.name, subtype, changed, [key])
    await sources.updateWhere(inSources.in('id', changed), {})
  }
}

/** Removes references from the stored values of a key, and returns the objects that had any. */
async function clearValues(
  { store }: Removing,
  { source, key: { key } }: Relation,
  objects: readonly number[],
  gone: ReadonlySet<number>,
): Promise<readonly number[]> {
  const ofKey = whereMeta.and(
    whereMeta.eq('kind', source.name),
    whereMeta.in('object', objects),
    whereMeta.eq('key', key.key),
  )
  const { records } = await metaIn(store).find({ where: ofKey })
  const removed: number[] = []
  const updated: RecordUpdate<MetaRecord>[] = []
  const changed = new Set<number>()
  for (const { id, object, value } of records) {
    const values = [value].flat()
    const left = values.filter(each => !gone.has(Number(each)))
    if (left.length === values.length) continue
    changed.add(object)
    if (Array.isArray(value)) updated.push({ id, changes: { value: left } })
    else removed.push(id)
  }
  if (removed.length > 0) await metaIn(store).removeWhere(whereMeta.in('id', removed))
  if (updated.length > 0) await metaIn(store).updateMany(updated)
  return [...changed]
}
