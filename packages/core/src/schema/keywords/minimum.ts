import { failure } from '../failure.js'
import { numberOf, switchOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'

/** With `exclusiveMinimum`, the bound itself is out. */
export const minimum: Keyword<number> = (schema, compiling) => {
  const exclusive = switchOf(schema, 'exclusiveMinimum', compiling)
  const min = numberOf(schema, 'minimum', compiling)
  if (min === undefined) return undefined
  const tooSmall = failure('rest_out_of_bounds', name =>
    exclusive ? `${name} is not greater than ${min}.` : `${name} is less than ${min}.`,
  )
  return exclusive ? value => (value > min ? undefined : tooSmall) : value => (value >= min ? undefined : tooSmall)
}
