import type { NewRecordOf } from '@platen/storage'
import { clientNetwork } from '../../kernel/web/index.js'
import type { auditEvents } from './audit-collection.js'
import type { NewAuditEvent } from './audit-event.js'

/** The values of an insert of an event. */
export type NewAuditRow = NewRecordOf<typeof auditEvents>

/** The row of an event that happened once. */
export function auditRow(
  { kind, actor, account, remoteAddress, detail = {} }: NewAuditEvent,
  time: number,
): NewAuditRow {
  return {
    kind,
    time,
    since: time,
    count: 1,
    actor: actor?.id ?? 0,
    actorLogin: actor?.login ?? '',
    account: account?.id ?? 0,
    accountLogin: account?.login ?? '',
    network: clientNetwork(remoteAddress) ?? '',
    detail,
  }
}
