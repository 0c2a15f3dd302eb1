import { canonicalJson } from '../../canonical-json.js'
import { failure } from '../failure.js'
import { switchOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'
import { itemsConversion } from './items.js'

/** Items must be unique after conversion; equal items stay equal when converted. */
export const uniqueItems: Keyword<readonly unknown[]> = (schema, context) => {
  if (!switchOf(schema, 'uniqueItems', context)) return undefined
  const convert = itemsConversion(schema, context)
  const duplicate = failure('rest_duplicate_items', name => `${name} has the same item more than once.`)
  const incomparable = failure('rest_too_complex', name => `${name} has items that cannot be compared.`)
  return list => {
    if (list.length < 2) return undefined
    try {
      return areUnique(convert ? convert(list) : list) ? undefined : duplicate
    } catch {
      return incomparable
    }
  }
}

function areUnique(list: readonly unknown[]): boolean {
  const scalars = new Set<unknown>()
  const containers: unknown[] = []
  for (const item of list) {
    if (typeof item === 'object' && item !== null) containers.push(item)
    else scalars.add(item)
  }
  if (scalars.size + containers.length !== list.length) return false
  return containers.length < 2 || new Set(containers.map(canonicalJson)).size === containers.length
}
