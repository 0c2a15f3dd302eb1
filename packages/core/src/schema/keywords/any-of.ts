import type { Failure } from '../failure.js'
import type { Keyword } from '../rule.js'
import { alternativesOf, noneFits } from './alternatives.js'

const none: readonly Failure[] = []

/** One alternative has to fit at least. */
export const anyOf: Keyword<unknown> = (schema, compiling) => {
  const alternatives = alternativesOf(schema, 'anyOf', compiling)
  if (!alternatives) return undefined
  return value => {
    // Most values fail one alternative at most, for which an empty list to push to would be too big.
    let failures: readonly Failure[] = none
    for (const { check } of alternatives) {
      const failed = check(value)
      if (!failed) return undefined
      failures = failures === none ? [failed] : [...failures, failed]
    }
    return noneFits(alternatives, failures, value)
  }
}
