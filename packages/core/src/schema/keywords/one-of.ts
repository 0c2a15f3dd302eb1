import { type Failure, failure } from '../failure.js'
import type { Keyword } from '../rule.js'
import { type Alternative, alternativesOf, noneFits } from './alternatives.js'

const none: readonly Failure[] = []

/** Exactly one alternative has to fit. */
export const oneOf: Keyword<unknown> = (schema, compiling) => {
  const alternatives = alternativesOf(schema, 'oneOf', compiling)
  if (!alternatives) return undefined
  return value => {
    // Most values fail one alternative at most, for which an empty list to push to would be too big.
    let failures: readonly Failure[] = none
    for (const { check } of alternatives) {
      const failed = check(value)
      if (failed) failures = failures === none ? [failed] : [...failures, failed]
    }
    const fitting = alternatives.length - failures.length
    if (fitting === 1) return undefined
    return fitting === 0 ? noneFits(alternatives, failures, value) : severalFit(alternatives, value)
  }
}

function severalFit(alternatives: readonly Alternative[], value: unknown): Failure {
  const fitting = alternatives.filter(({ check }) => !check(value))
  const titles = fitting.map(({ title }) => title).join(', ')
  return failure(
    'rest_one_of_multiple_matches',
    name => `${name} fits ${titles}, but should fit only one.`,
    () => ({ positions: fitting.map(({ position }) => position) }),
  )
}
