import { failure } from '../failure.js'
import { numberOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'
import { SchemaError } from '../schema-error.js'

export const multipleOf: Keyword<number> = (schema, context) => {
  const unit = numberOf(schema, 'multipleOf', context)
  if (unit === undefined) return undefined
  if (unit <= 0) throw new SchemaError('must be greater than zero.', context.path('multipleOf'))
  const noMultiple = failure('rest_invalid_multiple', name => `${name} is not a multiple of ${unit}.`)
  return value => (isMultiple(value, unit) ? undefined : noMultiple)
}

function isMultiple(value: number, unit: number): boolean {
  if (value % unit === 0) return true
  if (Number.isInteger(value) && Number.isInteger(unit)) return false
  // 0.0075 is a multiple of 0.0001, although binary fractions only approximate both.
  const times = Math.round(value / unit)
  return Math.abs(value - times * unit) <= 2 * Number.EPSILON * Math.abs(value)
}
