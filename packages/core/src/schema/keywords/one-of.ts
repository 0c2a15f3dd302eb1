import { type Failure, failure } from '../failure.js'
import type { Keyword } from '../rule.js'
import { type Alternative, alternativesOf, noMatch } from './alternatives.js'

/** The value must match exactly one alternative. */
export const oneOf: Keyword<unknown> = (schema, context) => {
  const alternatives = alternativesOf(schema, 'oneOf', context)
  if (!alternatives) return undefined
  const checks = alternatives.map(({ check }) => check)
  return value => {
    let matches = 0
    for (const check of checks) if (!check(value)) matches++
    if (matches === 1) return undefined
    return matches === 0 ? noMatch(alternatives, value) : severalMatches(alternatives, value)
  }
}

function severalMatches(alternatives: readonly Alternative[], value: unknown): Failure {
  const matching = () => alternatives.filter(({ check }) => !check(value))
  const titles = () => matching().map(({ title }) => title)
  return failure(
    'rest_one_of_multiple_matches',
    name => `${name} matches ${titles().join(', ')}, but should match only one.`,
    () => ({ positions: matching().map(({ position }) => position) }),
  )
}
