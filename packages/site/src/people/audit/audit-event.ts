import { defineEvent } from '../../kernel/context/index.js'
import type { UserRecord } from '../../kernel/records/index.js'
import type { AuditDetail, AuditKind, AuditRecord } from './audit-collection.js'

/** A user as an audit event names them. */
export type AuditedUser = Pick<UserRecord, 'id' | 'login'>

/** An event to record. */
export interface NewAuditEvent {
  readonly kind: AuditKind
  /** The user who caused it; absent for anonymous callers and for the site itself. */
  readonly actor?: AuditedUser | undefined
  /** The user whose account it concerns. */
  readonly account?: AuditedUser | undefined
  /** A login or email address as entered. The event records the account that it belongs to, if there is one. */
  readonly login?: string | undefined
  /** The address of the client. Its network is recorded: an IPv4 address, or the /64 of an IPv6 address. */
  readonly remoteAddress?: string | undefined
  readonly detail?: AuditDetail | undefined
}

/** An audit event was stored. A failure that repeats is reported again with its new `count`, seconds later. */
export const auditRecorded = defineEvent<{ readonly event: AuditRecord }>('audit.recorded')
