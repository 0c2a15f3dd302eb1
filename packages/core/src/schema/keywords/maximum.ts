import { failure } from '../failure.js'
import { numberOf, switchOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'

/** With `exclusiveMaximum`, the bound itself is out. */
export const maximum: Keyword<number> = (schema, compiling) => {
  const exclusive = switchOf(schema, 'exclusiveMaximum', compiling)
  const max = numberOf(schema, 'maximum', compiling)
  if (max === undefined) return undefined
  const tooLarge = failure('rest_out_of_bounds', name =>
    exclusive ? `${name} is not less than ${max}.` : `${name} is greater than ${max}.`,
  )
  return exclusive ? value => (value < max ? undefined : tooLarge) : value => (value <= max ? undefined : tooLarge)
}
