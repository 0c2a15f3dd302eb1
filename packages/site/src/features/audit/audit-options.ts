import { RegistrationError } from '../../registrations/registrations.js'

/** The option `audit` of `createSite`. */
export interface AuditOptions {
  /**
   * How many events are stored: 10,000 by default. At most half of them are failures, and a quarter what users do with
   * their own account. With 0, nothing is recorded.
   */
  readonly maxEvents?: number | undefined
  /** For how many days: 90 by default. */
  readonly days?: number | undefined
}

/** The options with their defaults. Throws a `RegistrationError` for anything but whole numbers. */
export function resolvedAuditOptions({ maxEvents = 10_000, days = 90 }: AuditOptions = {}): {
  readonly maxEvents: number
  readonly days: number
} {
  for (const [name, value] of Object.entries({ maxEvents, days }))
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RegistrationError(`the option audit.${name} is not a whole number from 0 on`)
  return { maxEvents, days }
}
