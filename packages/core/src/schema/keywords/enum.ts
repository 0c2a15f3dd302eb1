import { canonicalJson } from '../../canonical-json.js'
import { failure } from '../failure.js'
import { listOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The converted value has to be one of the list: `"5"` is 5 to an integer. */
export const enumeration: Keyword<unknown> = (schema, compiling) => {
  const values = listOf(schema, 'enum', compiling)
  if (!values) return undefined
  const list = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
  const notListed = failure('rest_not_in_enum', name => `${name} is not one of ${list}.`)
  const scalars = new Set(values.filter(value => !isContainer(value)))
  const containers = values.filter(isContainer)
  if (containers.length === 0) return value => (scalars.has(value) ? undefined : notListed)
  const texts = new Set(containers.map(canonicalJson))
  const counts = new Set(containers.map(count))
  const isListed = (value: unknown) =>
    // Most values differ in what is quick to count.
    isContainer(value) ? counts.has(count(value)) && texts.has(comparable(value)) : scalars.has(value)
  return value => (isListed(value) ? undefined : notListed)
}

const count = (container: object): number =>
  Array.isArray(container) ? container.length : Object.keys(container).length

/** Nothing that is listed nests so deep that it could not be compared. */
function comparable(value: object): string {
  try {
    return canonicalJson(value)
  } catch {
    return ''
  }
}
