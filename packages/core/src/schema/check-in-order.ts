import type { Check, Compiling, Keyword } from './rule.js'
import type { Schema } from './schema.js'

/** Compiles keywords into one check; undefined when the schema uses none of them. */
export function compileChecks<T>(
  keywords: readonly Keyword<T>[],
  schema: Schema,
  compiling: Compiling,
): Check<T> | undefined {
  return checkInOrder(keywords.map(keyword => keyword(schema, compiling)))
}

/** One check that tells the first failure of several. Most schemas have one or two, which need no loop. */
export function checkInOrder<T>(given: readonly (Check<T> | undefined)[]): Check<T> | undefined {
  const checks = given.filter(check => check !== undefined)
  const [first, second] = checks
  if (!first || !second) return first
  if (checks.length === 2) return value => first(value) ?? second(value)
  return value => {
    for (const check of checks) {
      const failed = check(value)
      if (failed) return failed
    }
    return undefined
  }
}
