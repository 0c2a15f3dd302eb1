import { failure } from '../failure.js'
import type { Keyword } from '../rule.js'

/** The schema must not fit. */
export const not: Keyword<unknown> = (schema, compiling) => {
  if (schema.not === undefined) return undefined
  const { check } = compiling.sameValueRule(schema.not, 'not')
  const { title } = compiling.meant(schema.not, 'not')
  const fits = failure('rest_forbidden_schema', name => `${name} fits ${title ?? 'a schema'}, which is not allowed.`)
  return value => (check(value) ? undefined : fits)
}
