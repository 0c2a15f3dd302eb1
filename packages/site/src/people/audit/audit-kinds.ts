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

/** The kind of an audit event. */
export type AuditKind = (typeof auditKinds)[number]

/** The kinds that anybody can cause as often as they like. */
export const failureKinds: readonly AuditKind[] = ['sign_in_failed', 'sign_in_throttled', 'access_refused']

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
