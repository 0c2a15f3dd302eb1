import type { Compiling } from './rule.js'
import type { Schema } from './schema.js'
import { SchemaError } from './schema-error.js'

/** A keyword's number, undefined when the schema does not use it. */
export function numberOf(schema: Schema, keyword: string, compiling: Compiling): number | undefined {
  const value = schema[keyword]
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value
  throw new SchemaError('must be a number.', compiling.path(keyword))
}

/** A keyword's count (a length, a number of items …), undefined when the schema does not use it. */
export function countOf(schema: Schema, keyword: string, compiling: Compiling): number | undefined {
  const value = numberOf(schema, keyword, compiling)
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value
  throw new SchemaError('must be a whole number that is not negative.', compiling.path(keyword))
}

/** Whether a keyword is switched on. */
export function switchOf(schema: Schema, keyword: string, compiling: Compiling): boolean {
  const value = schema[keyword]
  if (value === undefined || typeof value === 'boolean') return value === true
  throw new SchemaError('must be true or false.', compiling.path(keyword))
}

/** A keyword's list, undefined when the schema does not use it. */
export function listOf(schema: Schema, keyword: string, compiling: Compiling): readonly unknown[] | undefined {
  const value: unknown = schema[keyword]
  if (value === undefined || Array.isArray(value)) return value
  throw new SchemaError('must be a list.', compiling.path(keyword))
}

/** A keyword's map by names, as entries; empty when the schema does not use it. */
export function entriesOf(schema: Schema, keyword: string, compiling: Compiling): [name: string, value: unknown][] {
  const value: unknown = schema[keyword]
  if (value === undefined) return []
  if (isMap(value)) return Object.entries(value)
  throw new SchemaError('must map names to schemas.', compiling.path(keyword))
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
