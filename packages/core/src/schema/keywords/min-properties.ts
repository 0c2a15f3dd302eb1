import { failure } from '../failure.js'
import { countOf } from '../keyword-value.js'
import type { Members } from '../object-members.js'
import type { Keyword } from '../rule.js'

export const minProperties: Keyword<Members> = (schema, compiling) => {
  const min = countOf(schema, 'minProperties', compiling)
  if (min === undefined) return undefined
  const tooFew = failure('rest_too_few_properties', name => `${name} has fewer than ${min} properties.`)
  return object => (Object.keys(object).length < min ? tooFew : undefined)
}
