import type { Check, CompileContext, Keyword } from './rule.js'
import type { Schema } from './schema.js'

/** Compiles keywords to a single check; undefined if the schema uses none of them. */
export function compileChecks<T>(
  keywords: readonly Keyword<T>[],
  schema: Schema,
  context: CompileContext,
): Check<T> | undefined {
  return checkInOrder(keywords.map(keyword => keyword(schema, context)))
}

/** Combines checks into one that returns their first failure. Most schemas have one or two, which need no loop. */
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
