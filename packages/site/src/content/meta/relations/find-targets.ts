import { type AnyCollection, type AnyRecord, conditionBuilder, type StoreSession } from '@platen/storage'
import { conditionOf, type SiteContext, type SitePrincipal } from '../../../kernel/context/index.js'
import type { MetaReference } from '../meta-keys.js'
import { targetKind } from './relations.js'

/** Finds those of some objects that a caller may read: their subtypes by id, with one query. */
export async function findTargets(
  site: SiteContext,
  store: StoreSession,
  object: MetaReference['object'],
  ids: readonly number[],
  principal: SitePrincipal,
): Promise<ReadonlyMap<number, string>> {
  const kind = targetKind(site, { object })
  if (kind === undefined || ids.length === 0) return new Map()
  const { collection, subtype, targets } = kind
  const where = conditionBuilder<AnyRecord>(collection.name)
  const records: AnyCollection = store.collection(collection)
  const found = await records.pick(subtype === undefined ? [] : [subtype], {
    where: where.and(where.in('id', ids), conditionOf(targets.readable(site, principal))),
  })
  return new Map(found.map(record => [Number(record.id), subtype === undefined ? '' : String(record[subtype])]))
}

/** Whether a reference may refer to objects of a subtype. */
export const admits = ({ subtypes }: MetaReference, subtype: string): boolean =>
  subtypes === undefined || subtypes.includes(subtype)
