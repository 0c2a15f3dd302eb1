import type { Schema } from '@platen/core'
import { isMap } from '../../kernel/text/index.js'

/**
 * A stored value in which an empty text stands for `false` or 0, as in other sites, where the schema requires a boolean
 * or a number: also within lists and objects.
 */
export function readEmptyValues(schema: Schema, value: unknown): unknown {
  if (value === '') {
    const types = [schema.type ?? []].flat()
    if (types.includes('string')) return value
    if (types.includes('boolean')) return false
    return types.includes('integer') || types.includes('number') ? 0 : value
  }
  const { items, properties } = schema
  if (Array.isArray(value)) {
    return isSchema(items) ? value.map(each => readEmptyValues(items, each)) : value
  }
  if (!isMap(value) || properties === undefined) return value
  const entries = Object.entries(value).map(([name, each]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, property === undefined ? each : readEmptyValues(property, each)] as const
  })
  return Object.fromEntries(entries)
}

const isSchema = (items: Schema['items']): items is Schema => items !== undefined && !Array.isArray(items)
