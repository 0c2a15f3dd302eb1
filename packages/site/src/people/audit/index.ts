// The audit log.

export { type Audit, siteAudit } from './audit.js'
export { recordChange } from './audit-changes.js'
export type { AuditRecord } from './audit-collection.js'
export { auditRecorded, type NewAuditEvent } from './audit-event.js'
export { auditFeature } from './audit-feature.js'
export { type AuditKind, auditKinds } from './audit-kinds.js'
export type { AuditConfig, AuditOptions } from './audit-options.js'
export { type AuditRecorder, auditRecorder } from './audit-recorder.js'
export { recordRefusal } from './record-refusal.js'
