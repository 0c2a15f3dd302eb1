import type { Keyword } from '../rule.js'
import { alternativesOf, noneFits } from './alternatives.js'

/** One alternative has to fit at least. */
export const anyOf: Keyword<unknown> = (schema, compiling) => {
  const alternatives = alternativesOf(schema, 'anyOf', compiling)
  if (!alternatives) return undefined
  const checks = alternatives.map(({ check }) => check)
  return value => {
    for (const check of checks) if (!check(value)) return undefined
    return noneFits(alternatives, value)
  }
}
