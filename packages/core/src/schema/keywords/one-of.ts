import { type Failure, failure } from '../failure.js'
import type { Keyword } from '../rule.js'
import { type Alternative, alternativesOf, noneFits } from './alternatives.js'

/** Exactly one alternative has to fit. */
export const oneOf: Keyword<unknown> = (schema, compiling) => {
  const alternatives = alternativesOf(schema, 'oneOf', compiling)
  if (!alternatives) return undefined
  const checks = alternatives.map(({ check }) => check)
  return value => {
    let fitting = 0
    for (const check of checks) if (!check(value)) fitting++
    if (fitting === 1) return undefined
    return fitting === 0 ? noneFits(alternatives, value) : severalFit(alternatives, value)
  }
}

function severalFit(alternatives: readonly Alternative[], value: unknown): Failure {
  const fitting = () => alternatives.filter(({ check }) => !check(value))
  const titles = () => fitting().map(({ title }) => title)
  return failure(
    'rest_one_of_multiple_matches',
    name => `${name} fits ${titles().join(', ')}, but should fit only one.`,
    () => ({ positions: fitting().map(({ position }) => position) }),
  )
}
