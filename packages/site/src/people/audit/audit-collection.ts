import { defineCollection, integer, json, type RecordOf, text } from '@platen/storage'

/** The kinds of audit events: failures and calls of tools, which are counted together, and the others. */
export const auditKinds = Object.freeze([
  'sign_in',
  'sign_in_failed',
  'sign_in_throttled',
  'access_refused',
  'tool_called',
  'signed_out_everywhere',
  'password_changed',
  'email_changed',
  'roles_changed',
  'user_created',
  'user_deleted',
  'application_password_created',
  'application_password_revoked',
] as const)

/** The kind of an audit event. */
export type AuditKind = (typeof auditKinds)[number]

/** The kinds that anybody can cause as often as they like. */
export const failureKinds: readonly AuditKind[] = ['sign_in_failed', 'sign_in_throttled', 'access_refused']

/** The kinds of calls by agents, which are counted like failures, but separately: neither displaces the other. */
export const callKinds: readonly AuditKind[] = ['tool_called']

/** The kinds that users cause with their own account as often as they like. */
export const accountKinds: readonly AuditKind[] = [
  'sign_in',
  'signed_out_everywhere',
  'password_changed',
  'email_changed',
  'application_password_created',
  'application_password_revoked',
]

/** A small detail of an audit event, such as a role or the name of an application password. */
export type AuditDetail = Readonly<Record<string, string | number | readonly string[]>>

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
