import { RegistrationError } from '../../registrations/registrations.js'

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

/** The options with their defaults. Throws a `RegistrationError` for anything but whole numbers. */
export function resolvedAuditOptions({ maxEvents = 10_000, days = 90 }: AuditOptions = {}): {
  readonly maxEvents: number
  readonly days: number
} {
  for (const [name, value] of Object.entries({ maxEvents, days }))
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RegistrationError(`the option audit.${name} is not a non-negative integer`)
  return { maxEvents, days }
}
