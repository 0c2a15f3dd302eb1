import { type CompiledSchema, compileSchema } from './compile-schema.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'

// Many routes and sites share schemas, which are frozen when they are registered.
const compiled = new WeakMap<SchemaRules, WeakMap<Schema, CompiledSchema>>()

/** Creates a function that compiles schemas with the given rules, each only once. */
export function schemaCompiler(rules: SchemaRules = specifiedRules): (schema: Schema) => CompiledSchema {
  const cache = compiled.get(rules) ?? new WeakMap<Schema, CompiledSchema>()
  compiled.set(rules, cache)
  return schema => {
    const cached = cache.get(schema)
    if (cached !== undefined) return cached
    const created = compileSchema(schema, rules)
    cache.set(schema, created)
    return created
  }
}
