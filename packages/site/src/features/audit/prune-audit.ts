import type { SiteContext } from '../../site-context.js'
import { auditEvents } from './audit-collection.js'
import { failureKinds } from './audit-kinds.js'

const DAY = 24 * 60 * 60 * 1000

/** Removes the events that are too old, and the oldest where there are too many. */
export async function pruneAudit(
  site: SiteContext,
  { maxEvents, days }: { readonly maxEvents: number; readonly days: number },
): Promise<void> {
  const collection = site.store.collection(auditEvents)
  const { and, in: isIn, notIn, lt, lte } = auditEvents.where
  await collection.removeWhere(lt('time', site.services.clock() - days * DAY))
  // Failures have a share of their own, so that an attack cannot displace the events that matter after it.
  const failures = Math.floor(maxEvents / 2)
  const shares = [
    [isIn('kind', failureKinds), failures],
    [notIn('kind', failureKinds), maxEvents - failures],
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
