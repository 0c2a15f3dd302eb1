import { isMap } from '../../kernel/text/index.js'
import type { DraftObject } from './json-map.js'
import type { ShapeMap } from './shapes.js'
import type { JsonObject } from './theme-json.js'

/**
 * A part of a style tree with only the properties of its shape. Values that are not a map where the shape has one are
 * dropped, and so are maps that become empty.
 */
export function cleanTree(tree: JsonObject, shape: ShapeMap): JsonObject {
  const cleaned: DraftObject = {}
  for (const name of Object.keys(tree)) {
    const allowed = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (allowed === undefined) continue
    const value = tree[name]
    if (allowed === 'any') cleaned[name] = value
    else if (typeof allowed === 'function') cleaned[name] = allowed(value)
    else if (isEmpty(value)) cleaned[name] = {}
    else if (isMap(value)) {
      const inner = cleanTree(value, allowed)
      if (Object.keys(inner).length > 0) cleaned[name] = inner
    }
  }
  return cleaned
}

/** Whether a value is an empty map; clients may write it as a list. */
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0
