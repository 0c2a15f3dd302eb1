import type { Actor, Tx } from '../../kernel/operations/index.js'
import { auditEvents } from './audit-collection.js'
import { auditRecorded, type NewAuditEvent } from './audit-event.js'
import { auditRecorder } from './audit-recorder.js'
import { auditRow } from './audit-rows.js'

/** Stores the event of a change in the transaction of the change, so that neither exists without the other. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  { detail, ...event }: Omit<NewAuditEvent, 'actor' | 'login' | 'remoteAddress'>,
): Promise<void> {
  const { site, store, remoteAddress } = tx
  const recorder = auditRecorder(site)
  if (!recorder.isOn) return
  const via = actor.credential && { via: actor.credential.kind }
  const row = auditRow(
    { ...event, actor: actor.user, remoteAddress, detail: { ...detail, ...via } },
    site.services.clock(),
  )
  const stored = await store.collection(auditEvents).insert(row)
  tx.emit(auditRecorded, { event: stored })
  tx.afterCommit(() => recorder.inserted(1))
}
