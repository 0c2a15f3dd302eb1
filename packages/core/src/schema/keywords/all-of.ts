import { listOf } from '../keyword-value.js'
import type { CompileContext, Rule } from '../rule.js'
import type { Schema } from '../schema.js'
import { SchemaError } from '../schema-error.js'

/** The rules of `allOf`, all of which apply to the value; none when the schema does not use it. */
export function allOfRules(schema: Schema, context: CompileContext): readonly Rule[] {
  const schemas = listOf(schema, 'allOf', context)
  if (schemas?.length === 0) throw new SchemaError('must list at least one schema.', context.path('allOf'))
  return (schemas ?? []).map((part, position) => context.sameValueRule(part, 'allOf', position))
}
