import type { Schema } from '@platen/core'
import type { IndexedKey } from '../indexing/indexed-keys.js'

/** The most values of a list in a filter. */
export const MOST_VALUES = 100

/** The type of one value that filters compare with. */
function valueSchema({ type, key, path }: IndexedKey): Schema {
  if (type === 'boolean') return { type: 'boolean' }
  if (type === 'moment') return { type: 'string', format: 'date-time' }
  if (type === 'text') return { type: 'string' }
  return { type: path.length === 0 && key.valueSchema.type === 'integer' ? 'integer' : 'number' }
}

/** The schema of a filter by one key: a value, a list of values, or operators. */
function keySchema(key: IndexedKey): Schema {
  const value = valueSchema(key)
  const values: Schema = { type: 'array', items: value, minItems: 1, maxItems: MOST_VALUES }
  const properties: Record<string, Schema> = { eq: value, ne: value, gt: value, gte: value, lt: value, lte: value }
  properties['in'] = values
  properties['not_in'] = values
  properties['exists'] = { type: 'boolean' }
  if (key.type === 'text') properties['starts_with'] = { type: 'string' }
  return {
    description: `Only objects whose "${key.name}" has this value, one of these, or satisfies all of these operators.`,
    anyOf: [
      { title: 'Value', ...value },
      { title: 'Values', ...values },
      { title: 'Operators', type: 'object', properties },
    ],
  }
}

/** The schema of the argument `meta` of a list. Unknown names pass it, and are refused with the nearest one. */
export function filterSchema(keys: readonly IndexedKey[]): Schema {
  return {
    description: 'Only objects with these values of declared keys.',
    type: 'object',
    properties: Object.fromEntries(keys.map(key => [key.name, keySchema(key)])),
  }
}

/** The schema of the argument `meta` of `/search`: each list that is searched refuses what its keys do not have. */
export const searchFilterSchema: Schema = {
  description: 'Only results with these values of keys that all searched types declare, as in their lists.',
  type: 'object',
}

/**
 * The schema of the argument that joins filters by several keys. Without a default: an argument with one would apply to all
 * lists, which embeds then load one by one.
 */
export const relationSchema: Schema = {
  description: 'Whether the filters of all keys must be satisfied, as by default, or one of them.',
  type: 'string',
  enum: ['and', 'or'],
}
