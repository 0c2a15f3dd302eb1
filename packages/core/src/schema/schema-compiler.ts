import { type CompiledSchema, compileSchema } from './compile-schema.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'

/** Schemas are frozen when they are registered, and many routes and sites share them. */
const compiled = new WeakMap<SchemaRules, WeakMap<Schema, CompiledSchema>>()

/** Compiles schemas with the same rules, each only once. */
export function schemaCompiler(rules: SchemaRules = specifiedRules): (schema: Schema) => CompiledSchema {
  const known = compiled.get(rules) ?? new WeakMap<Schema, CompiledSchema>()
  compiled.set(rules, known)
  return schema => {
    const earlier = known.get(schema)
    if (earlier !== undefined) return earlier
    const made = compileSchema(schema, rules)
    // What is not an object was refused.
    known.set(schema, made)
    return made
  }
}
