// The audit log.

export { type Audit, siteAudit } from './audit.js'
export { type AuditKind, type AuditRecord, auditKinds } from './audit-collection.js'
export { auditRecorded, type NewAuditEvent } from './audit-event.js'
export { auditFeature } from './audit-feature.js'
export type { AuditConfig, AuditOptions } from './audit-options.js'
export { type AuditRecorder, auditRecorder, recordChange, recordRefusal } from './audit-recorder.js'
