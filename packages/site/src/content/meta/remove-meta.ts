import type { Tx } from '../../kernel/operations/index.js'
import { indexedMetaIn, metaIn, whereIndexedMeta, whereMeta } from '../../kernel/records/index.js'
import { removeReverseRows } from './indexing/index-writes.js'
import { locksOf, metaObjectsNamed } from './meta-objects.js'
import { relationsOf, relationsTo } from './relations/relations.js'
import { releaseTargets } from './relations/release-targets.js'

/**
 * Forgets what objects refer to that are about to be removed, before anything else is removed with them: what goes at the
 * same time neither refuses that nor changes for it.
 */
export const forgetReferences = (
  { site, store }: Pick<Tx, 'site' | 'store'>,
  kind: string,
  objects: readonly number[],
) =>
  removeReverseRows(
    store,
    relationsOf(site, kind).map(({ key }) => key),
    objects,
  )

/**
 * Removes the meta of objects that are about to be removed, and what the index has of them. Keys that refer to them decide
 * what happens to these references: see `onDelete`. `targets` are the objects that others can refer to, all by default.
 * Throws a 409 `rest_referred_to`.
 */
export async function removeMetaOf(
  tx: Pick<Tx, 'site' | 'store' | 'lock'>,
  kind: string,
  objects: readonly number[],
  targets: readonly number[] = objects,
): Promise<void> {
  const { site, store } = tx
  // What refers to them, or they to others, waits until they are gone.
  if (relationsOf(site, kind).length + relationsTo(site, kind).length > 0)
    await tx.lock(locksOf(metaObjectsNamed(site, kind), targets))
  await forgetReferences(tx, kind, objects)
  await releaseTargets(tx, kind, targets)
  const meta = whereMeta
  const { and, gte, in: isIn, lt } = whereIndexedMeta
  await Promise.all([
    metaIn(store).removeWhere(meta.and(meta.eq('kind', kind), meta.in('object', objects))),
    indexedMetaIn(store).removeWhere(and(isIn('object', objects), gte('key', `${kind}:`), lt('key', `${kind};`))),
  ])
}
