import { failure } from '../failure.js'
import { numberOf, switchOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'

/** With `exclusiveMinimum`, the bound itself is refused. */
export const minimum: Keyword<number> = (schema, context) => {
  const exclusive = switchOf(schema, 'exclusiveMinimum', context)
  const min = numberOf(schema, 'minimum', context)
  if (min === undefined) return undefined
  const tooSmall = failure('rest_out_of_bounds', name =>
    exclusive ? `${name} is not greater than ${min}.` : `${name} is less than ${min}.`,
  )
  return exclusive ? value => (value > min ? undefined : tooSmall) : value => (value >= min ? undefined : tooSmall)
}

/** With `exclusiveMaximum`, the bound itself is refused. */
export const maximum: Keyword<number> = (schema, context) => {
  const exclusive = switchOf(schema, 'exclusiveMaximum', context)
  const max = numberOf(schema, 'maximum', context)
  if (max === undefined) return undefined
  const tooLarge = failure('rest_out_of_bounds', name =>
    exclusive ? `${name} is not less than ${max}.` : `${name} is greater than ${max}.`,
  )
  return exclusive ? value => (value < max ? undefined : tooLarge) : value => (value <= max ? undefined : tooLarge)
}
