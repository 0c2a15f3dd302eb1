import type { CompileContext } from './rule.js'
import type { Schema } from './schema.js'
import { SchemaError } from './schema-error.js'

/** The number of a keyword; undefined when the schema does not use it. Throws a `SchemaError` for any other value. */
export function numberOf(schema: Schema, keyword: string, context: CompileContext): number | undefined {
  const value = schema[keyword]
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value
  throw new SchemaError('must be a number.', context.path(keyword))
}

/** The count of a keyword, such as a length; undefined when the schema does not use it. */
export function countOf(schema: Schema, keyword: string, context: CompileContext): number | undefined {
  const value = numberOf(schema, keyword, context)
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value
  throw new SchemaError('must be a non-negative integer.', context.path(keyword))
}

/** The boolean of a keyword; false when the schema does not use it. */
export function switchOf(schema: Schema, keyword: string, context: CompileContext): boolean {
  const value = schema[keyword]
  if (value === undefined || typeof value === 'boolean') return value === true
  throw new SchemaError('must be true or false.', context.path(keyword))
}

/** The list of a keyword; undefined when the schema does not use it. */
export function listOf(schema: Schema, keyword: string, context: CompileContext): readonly unknown[] | undefined {
  const value: unknown = schema[keyword]
  if (value === undefined || Array.isArray(value)) return value
  throw new SchemaError('must be a list.', context.path(keyword))
}

/** The entries of a keyword whose value is a map; empty when the schema does not use it. */
export function entriesOf(schema: Schema, keyword: string, context: CompileContext): [name: string, value: unknown][] {
  const value: unknown = schema[keyword]
  if (value === undefined) return []
  if (isMap(value)) return Object.entries(value)
  throw new SchemaError('must map names to schemas.', context.path(keyword))
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
