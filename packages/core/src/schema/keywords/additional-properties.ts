import { failure } from '../failure.js'
import type { Compiling, Rule } from '../rule.js'
import type { Schema } from '../schema.js'

const notAllowed = failure('rest_additional_properties_forbidden', name => `${name} is not a property that is known.`)
const forbidden: Rule = { check: () => notAllowed, sanitize: value => value, isIdentity: true }

/** The rule of the members that neither a name nor a pattern covers; undefined when they may be anything. */
export function additionalProperties(schema: Schema, compiling: Compiling): Rule | undefined {
  const { additionalProperties: additional } = schema
  if (additional === undefined || additional === true) return undefined
  return additional === false ? forbidden : compiling.rule(additional, 'additionalProperties')
}
