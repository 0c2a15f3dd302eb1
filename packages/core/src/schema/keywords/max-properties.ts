import { failure } from '../failure.js'
import { countOf } from '../keyword-value.js'
import type { Members } from '../object-members.js'
import type { Keyword } from '../rule.js'

export const maxProperties: Keyword<Members> = (schema, compiling) => {
  const max = countOf(schema, 'maxProperties', compiling)
  if (max === undefined) return undefined
  const tooMany = failure('rest_too_many_properties', name => `${name} has more than ${max} properties.`)
  return object => (Object.keys(object).length > max ? tooMany : undefined)
}
