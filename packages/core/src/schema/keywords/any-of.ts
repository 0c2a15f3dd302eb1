import type { Keyword } from '../rule.js'
import { alternativesOf, noMatch } from './alternatives.js'

/** The value must match at least one alternative. */
export const anyOf: Keyword<unknown> = (schema, context) => {
  const alternatives = alternativesOf(schema, 'anyOf', context)
  if (!alternatives) return undefined
  const checks = alternatives.map(({ check }) => check)
  return value => {
    for (const check of checks) if (!check(value)) return undefined
    return noMatch(alternatives, value)
  }
}
