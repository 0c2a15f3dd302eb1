import { failure } from '../failure.js'
import { listOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'
import { sameContent } from './same-content.js'

/** The converted value has to be one of the list: `"5"` is 5 to an integer. */
export const enumeration: Keyword<unknown> = (schema, compiling) => {
  const values = listOf(schema, 'enum', compiling)
  if (!values) return undefined
  const list = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
  const notListed = failure('rest_not_in_enum', name => `${name} is not one of ${list}.`)
  const plain = new Set(values)
  const structured = values.filter(value => typeof value === 'object' && value !== null)
  return value => (plain.has(value) || structured.some(listed => sameContent(listed, value)) ? undefined : notListed)
}
