import { failure } from '../failure.js'
import { countOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'

export const minItems: Keyword<readonly unknown[]> = (schema, compiling) => {
  const min = countOf(schema, 'minItems', compiling)
  if (min === undefined) return undefined
  const tooFew = failure('rest_too_few_items', name => `${name} has fewer than ${min} items.`)
  return list => (list.length < min ? tooFew : undefined)
}
