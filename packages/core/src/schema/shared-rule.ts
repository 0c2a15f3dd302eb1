import type { Failure } from './failure.js'
import type { Rule } from './rule.js'

/** The rule of a schema that references point at. */
export interface SharedRule {
  /** Usable once `resolve` was called: until then, the schema is being compiled and may refer to itself. */
  readonly rule: Rule
  resolve(target: Rule): void
  /** Clears the memoized results. */
  clear(): void
}

/**
 * Creates a rule that memoizes its results within one validation: several references may apply the same schema to the
 * same value, and their number may double with each level of a value. `limit.spend` counts each check and conversion.
 */
export function sharedRule(limit: { spend(): void }): SharedRule {
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
    // A converted value is final; otherwise two references to one schema would convert each level twice.
    if (typeof result === 'object') converted.set(result, result)
    return result
  }
  return {
    get rule() {
      return { check, sanitize, isIdentity: target?.isIdentity ?? false }
    },
    resolve(compiled) {
      target = compiled
    },
    clear() {
      failures.clear()
      converted.clear()
    },
  }
}
