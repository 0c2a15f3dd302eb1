import { failure } from '../failure.js'
import { switchOf } from '../keyword-value.js'
import type { Keyword } from '../rule.js'
import { contentKey } from './content-key.js'
import { itemsConversion } from './items.js'

/** Equal items stay equal when they are converted, so that the converted ones alone need to be looked at. */
export const uniqueItems: Keyword<readonly unknown[]> = (schema, compiling) => {
  if (!switchOf(schema, 'uniqueItems', compiling)) return undefined
  const convert = itemsConversion(schema, compiling)
  const duplicate = failure('rest_duplicate_items', name => `${name} has the same item more than once.`)
  return list => (areUnique(convert ? convert(list) : list) ? undefined : duplicate)
}

function areUnique(list: readonly unknown[]): boolean {
  const plain = new Set<unknown>()
  const contents = new Set<string>()
  for (const item of list) {
    if (typeof item === 'object' && item !== null) contents.add(contentKey(item))
    else plain.add(item)
  }
  return plain.size + contents.size === list.length
}
