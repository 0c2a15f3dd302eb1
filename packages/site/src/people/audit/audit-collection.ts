import { defineCollection, integer, json, type RecordOf, text } from '@platen/storage'
import type { AuditDetail, AuditKind } from './audit-kinds.js'

/** The audit log of a site. */
export const auditEvents = defineCollection({
  name: 'auditEvents',
  size: 10_000,
  columns: {
    kind: text<AuditKind>({ shared: 1_000 }),
    /** When it happened, the last time: the Unix time in milliseconds. */
    time: integer(),
    /** When it happened the first time, if it repeats. */
    since: integer(),
    /** How often it happened. */
    count: integer(),
    /** The id of the user who did it; 0 for nobody and for the site itself. */
    actor: integer({ shared: 100 }),
    actorLogin: text(),
    /** The id of the user whose account it is about; 0 if it is unknown. */
    account: integer({ shared: 100 }),
    accountLogin: text(),
    /** An IPv4 address, or the /64 of an IPv6 address; empty if it is unknown. */
    network: text(),
    detail: json<AuditDetail>(),
  },
  indexes: {
    byTime: { key: ['time', 'id'] },
    byKind: { key: ['kind', 'time', 'id'] },
  },
})

/** A stored audit event. */
export interface AuditRecord extends RecordOf<typeof auditEvents> {}
