import { canonicalJson } from '../../canonical-json.js'
import { failure } from '../failure.js'
import { listOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The converted value must be in the list: for an integer, `"5"` is 5. */
export const enumeration: Keyword<unknown> = (schema, context) => {
  const values = listOf(schema, 'enum', context)
  if (!values) return undefined
  const list = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
  const notListed = failure('rest_not_in_enum', name => `${name} is not one of ${list}.`)
  const scalars = new Set(values.filter(value => !isContainer(value)))
  const containers = values.filter(isContainer)
  if (containers.length === 0) return value => (scalars.has(value) ? undefined : notListed)
  const texts = new Set(containers.map(canonicalJson))
  const counts = new Set(containers.map(count))
  const isListed = (value: unknown) =>
    // Most values already differ in their size, which is cheap to compare.
    isContainer(value) ? counts.has(count(value)) && texts.has(comparable(value)) : scalars.has(value)
  return value => (isListed(value) ? undefined : notListed)
}

const count = (container: object): number =>
  Array.isArray(container) ? container.length : Object.keys(container).length

/** No listed value nests too deep to be compared. */
function comparable(value: object): string {
  try {
    return canonicalJson(value)
  } catch {
    return ''
  }
}
