import { listOf } from '../keyword-value.js'
import type { Compiling, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** The rules that a value is held to, every one of them; none when the schema does not use `allOf`. */
export function allOfRules(schema: Schema, compiling: Compiling): readonly Rule[] {
  const schemas = listOf(schema, 'allOf', compiling)
  if (schemas?.length === 0) throw new SchemaError('must list one schema at least.', compiling.path('allOf'))
  return (schemas ?? []).map((part, position) => compiling.sameValueRule(part, 'allOf', position))
}
