import { failure } from '../failure.js'
import { numberOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'
import { SchemaError } from '../schema-error.js'

export const multipleOf: Keyword<number> = (schema, compiling) => {
  const unit = numberOf(schema, 'multipleOf', compiling)
  if (unit === undefined) return undefined
  if (unit <= 0) throw new SchemaError('must be greater than zero.', compiling.path('multipleOf'))
  const noMultiple = failure('rest_invalid_multiple', name => `${name} is not a multiple of ${unit}.`)
  return value => (isMultiple(value, unit) ? undefined : noMultiple)
}

function isMultiple(value: number, unit: number): boolean {
  if (value % unit === 0) return true
  if (Number.isInteger(value) && Number.isInteger(unit)) return false
  // 0.0075 is 75 times 0.0001, which binary fractions only come close to.
  const times = Math.round(value / unit)
  return Math.abs(value - times * unit) <= 2 * Number.EPSILON * Math.abs(value)
}
