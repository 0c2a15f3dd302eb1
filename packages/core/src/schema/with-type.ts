import { typeOfKeyword } from './known-keywords.js'
import type { Schema, TypeName } from './schema.js'
import { schemaResolver } from './schema-resolver.js'

/** In this order, nothing is converted: strings stay strings. */
const anyType: readonly TypeName[] = Object.freeze(['string', 'number', 'boolean', 'null', 'array', 'object'] as const)

/** Adds the types that the keywords of a schema imply, unless it declares a type (specification section 4.13). */
export function withType<S extends Schema>(schema: S): S {
  if (schema.type !== undefined) return schema
  const types = [...new Set(typesOf(schema, schema, []))]
  const [only, ...more] = types
  return { type: only !== undefined && more.length === 0 ? only : types, ...schema }
}

function typesOf(schema: Schema, root: Schema, seen: readonly Schema[]): readonly TypeName[] {
  const { type, enum: listed, default: fallback } = schema
  if (seen.includes(schema)) return anyType
  const within = [...seen, schema]
  if (schema.$ref !== undefined) {
    return typesOf(schemaResolver(root).find(schema.$ref, '#').schema as Schema, root, within)
  }
  if (type !== undefined) return [type].flat()
  if (listed !== undefined && listed.length > 0) return listed.map(typeOf)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) return alternatives.flatMap(each => typesOf(each, root, within))
  const part = schema.allOf?.map(each => typesOf(each, root, within)).find(types => types !== anyType)
  if (part !== undefined) return part
  const implied = Object.keys(schema)
    .filter(keyword => keyword !== 'required')
    .flatMap(keyword => typeOfKeyword[keyword] ?? [])
  if (implied.length > 0) return implied
  return fallback === undefined || fallback === null ? anyType : [typeOf(fallback)]
}

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'boolean' || typeof value === 'object' ? (typeof value as 'boolean' | 'object') : 'string'
}
