import { failure } from '../failure.js'
import { countOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'

export const maxItems: Keyword<readonly unknown[]> = (schema, compiling) => {
  const max = countOf(schema, 'maxItems', compiling)
  if (max === undefined) return undefined
  const tooMany = failure('rest_too_many_items', name => `${name} has more than ${max} items.`)
  return list => (list.length > max ? tooMany : undefined)
}
