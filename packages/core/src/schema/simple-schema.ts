import { formats } from './formats/formats.js'
import { isMap } from './keyword-value.js'
import { types } from './types/types.js'

/** Deeper schemas are compiled instead. The limit also ends schemas that contain themselves. */
const MAX_DEPTH = 12

type IsSimple = (value: unknown, depth: number) => boolean

const anything: IsSimple = () => true
const isSwitch: IsSimple = value => typeof value === 'boolean'
const isBound: IsSimple = value => Number.isFinite(value)
const isCount: IsSimple = value => Number.isInteger(value) && Number(value) >= 0
const isNameIn = (names: object): IsSimple => {
  return value => typeof value === 'string' && Object.hasOwn(names, value)
}
const isType = isNameIn(types)
const isScalar: IsSimple = value => typeof value !== 'object' || value === null
const isListOf = (isItem: IsSimple): IsSimple => {
  return (value, depth) => Array.isArray(value) && value.length > 0 && value.every(item => isItem(item, depth))
}
const isMapOfSchemas: IsSimple = (value, depth) =>
  isMap(value) && Object.values(value).every(inner => isSimpleSchema(inner, depth - 1))
const isInner: IsSimple = (value, depth) => isSimpleSchema(value, depth - 1)

/** The common keywords, each with a test for values that are valid in combination with any other keyword. */
const keywords: ReadonlyMap<string, IsSimple> = new Map<string, IsSimple>([
  ['$schema', anything],
  ['context', anything],
  ['default', anything],
  ['description', anything],
  ['readonly', anything],
  ['title', anything],
  ['type', (value, depth) => isType(value, depth) || isListOf(isType)(value, depth)],
  ['enum', isListOf(isScalar)],
  ['format', isNameIn(formats)],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['minItems', isCount],
  ['maxItems', isCount],
  ['minimum', isBound],
  ['maximum', isBound],
  ['uniqueItems', isSwitch],
  ['required', isSwitch],
  ['items', isInner],
  ['anyOf', isListOf(isInner)],
  ['oneOf', isListOf(isInner)],
  ['properties', isMapOfSchemas],
  ['additionalProperties', (value, depth) => isSwitch(value, depth) || isInner(value, depth)],
])

/**
 * Whether a schema is certainly valid, because it uses only common keywords with common values. This is many times faster
 * than compiling it. If the result is false, the schema must be compiled to find out.
 */
export function isSimpleSchema(schema: unknown, depth = MAX_DEPTH): boolean {
  if (!isMap(schema) || depth === 0) return false
  for (const keyword in schema) {
    const value = schema[keyword]
    if (value !== undefined && keywords.get(keyword)?.(value, depth) !== true) return false
  }
  return true
}
