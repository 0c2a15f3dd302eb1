import type { SiteContext } from '../../kernel/context/index.js'
import { auditEvents } from './audit-collection.js'
import { accountKinds, failureKinds } from './audit-kinds.js'

const DAY = 24 * 60 * 60 * 1000

/** Removes events that are too old, and the oldest ones if there are too many. */
export async function pruneAudit(
  site: SiteContext,
  { maxEvents, days }: { readonly maxEvents: number; readonly days: number },
): Promise<void> {
  const collection = site.store.collection(auditEvents)
  const { and, in: isIn, notIn, lt, lte } = auditEvents.where
  await collection.removeWhere(lt('time', site.services.clock() - days * DAY))
  // Events that anybody or any user can cause have a limited share: no attack displaces the important events.
  const failures = Math.floor(maxEvents / 2)
  const ofAccounts = Math.floor(maxEvents / 4)
  const shares = [
    [isIn('kind', failureKinds), failures],
    [isIn('kind', accountKinds), ofAccounts],
    [notIn('kind', [...failureKinds, ...accountKinds]), maxEvents - failures - ofAccounts],
  ] as const
  for (const [kinds, offset] of shares) {
    const newestToRemove = await collection.first({
      where: kinds,
      order: [{ by: 'field', field: 'id', direction: 'desc' }],
      offset,
    })
    if (newestToRemove !== undefined) await collection.removeWhere(and(kinds, lte('id', newestToRemove.id)))
  }
}
