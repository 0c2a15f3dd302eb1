import type { Failure } from './failure.js'
import type { Rule } from './rule.js'

/** Counts down how many checks and conversions of one value are left. */
export interface WorkLimit {
  spend(): void
}

/** The rule of a schema that references point at. */
export interface SharedRule {
  readonly rule: Rule
  /** Undefined while the schema is being compiled: it refers to itself. */
  readonly target: Rule | undefined
  settle(target: Rule): void
  /** Forgets what was found out about values. */
  forget(): void
}

/**
 * Several references may lead to the same schema and value, and each level of a value can double their number. So a
 * rule remembers what it found out about the values of one validation.
 */
export function sharedRule(limit: WorkLimit): SharedRule {
  const failures = new Map<unknown, Failure | undefined>()
  const converted = new Map<unknown, unknown>()
  let target: Rule | undefined

  const targetRule = (): Rule => {
    limit.spend()
    if (target === undefined) throw new Error('a schema was used before it was compiled')
    return target
  }
  const check = (value: unknown): Failure | undefined => {
    const earlier = failures.get(value)
    if (earlier !== undefined || failures.has(value)) return earlier
    const failed = targetRule().check(value)
    failures.set(value, failed)
    return failed
  }
  const sanitize = (value: unknown): unknown => {
    if (converted.has(value)) return converted.get(value)
    const result = targetRule().sanitize(value)
    converted.set(value, result)
    // What was converted stays as it is; two references to one schema would convert each level twice otherwise.
    if (typeof result === 'object') converted.set(result, result)
    return result
  }
  return {
    get rule() {
      return { check, sanitize, isIdentity: target?.isIdentity ?? false }
    },
    get target() {
      return target
    },
    settle(compiled) {
      target = compiled
    },
    forget() {
      failures.clear()
      converted.clear()
    },
  }
}
