import { defineEvent } from '../../hooks/hooks.js'
import type { UserRecord } from '../users/user-collection.js'
import type { AuditRecord } from './audit-collection.js'

/** The kinds of audit events: failures, which are counted together, and the others. */
export const auditKinds = Object.freeze([
  'sign_in',
  'sign_in_failed',
  'sign_in_throttled',
  'access_refused',
  'signed_out_everywhere',
  'password_changed',
  'email_changed',
  'roles_changed',
  'user_created',
  'user_deleted',
  'application_password_created',
  'application_password_revoked',
] as const)

/** What an audit event is about. */
export type AuditKind = (typeof auditKinds)[number]

/** The kinds that anybody can cause as often as they like. */
export const failureKinds: readonly AuditKind[] = ['sign_in_failed', 'sign_in_throttled', 'access_refused']

/** A small detail of an audit event, such as a role or the name of an application password. */
export type AuditDetail = Readonly<Record<string, string | number | readonly string[]>>

/** A user as an audit event names them. */
export type AuditedUser = Pick<UserRecord, 'id' | 'login'>

/** Something to record. */
export interface NewAuditEvent {
  readonly kind: AuditKind
  /** Who did it; absent for anonymous callers and for the site itself. */
  readonly actor?: AuditedUser | undefined
  /** Whose account it is about. */
  readonly account?: AuditedUser | undefined
  /** A login or email address as it was typed. The account that it belongs to is recorded; nothing if there is none. */
  readonly login?: string | undefined
  /** The address of the client. Its network is recorded: an IPv4 address, or the /64 of an IPv6 address. */
  readonly remoteAddress?: string | undefined
  readonly detail?: AuditDetail | undefined
}

/** An audit event was stored. A failure that repeats is reported again with its new `count`, seconds later. */
export const auditRecorded = defineEvent<{ readonly event: AuditRecord }>('audit.recorded')
