import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** The option `audit` of `createSite`. */
export interface AuditOptions {
  /**
   * The maximum number of stored events; 10,000 by default. At most half of them are failures, and at most a quarter
   * are actions of users on their own account. With 0, nothing is recorded.
   */
  readonly maxEvents?: number | undefined
  /** How many days events are stored; 90 by default. */
  readonly days?: number | undefined
}

/** The options with their defaults. */
export function resolvedAuditOptions({ maxEvents = 10_000, days = 90 }: AuditOptions = {}): {
  readonly maxEvents: number
  readonly days: number
} {
  return { maxEvents, days }
}

/** The options of `createSite` that belong to this subject. */
export interface AuditConfig {
  /** The maximum number and age of stored audit events. */
  readonly audit?: AuditOptions | undefined
}

const { count, shaped } = checks

/** The option `audit` of `createSite`. */
export const auditOption = siteOption<AuditOptions>('audit', shaped<AuditOptions>({ maxEvents: count, days: count }))
