import { failure } from '../failure.js'
import type { Keyword } from '../rule.js'

/** The value must not match the schema. */
export const not: Keyword<unknown> = (schema, context) => {
  if (schema.not === undefined) return undefined
  const { check } = context.sameValueRule(schema.not, 'not')
  const { title } = context.dereference(schema.not, 'not')
  const matches = failure('rest_forbidden_schema', name => `${name} must not match ${title ?? 'a schema'}.`)
  return value => (check(value) ? undefined : matches)
}
