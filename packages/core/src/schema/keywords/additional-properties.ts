import { failure } from '../failure.js'
import type { CompileContext, Rule } from '../rule.js'
import type { Schema } from '../schema.js'

const notAllowed = failure('rest_additional_properties_forbidden', name => `${name} is not a known property.`)
const forbidden: Rule = { check: () => notAllowed, sanitize: value => value, isIdentity: true }

/** The rule of members that neither a name nor a pattern covers; undefined when any value is allowed. */
export function additionalProperties(schema: Schema, context: CompileContext): Rule | undefined {
  const { additionalProperties: additional } = schema
  if (additional === undefined || additional === true) return undefined
  return additional === false ? forbidden : context.rule(additional, 'additionalProperties')
}
