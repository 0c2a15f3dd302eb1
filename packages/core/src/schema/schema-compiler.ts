import { freezeDeep } from '../freeze.js'
import { type CompiledSchema, compileSchema } from './compile-schema.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'
import { isSimpleSchema } from './simple-schema.js'

/** Compiles a schema. Throws a `SchemaError`. Created by `schemaCompiler`. */
export type SchemaCompiler = (schema: Schema) => CompiledSchema

/**
 * Creates a function that compiles schemas with the given rules, each only once, and freezes them. An invalid schema
 * throws a `SchemaError` immediately; a schema of common keywords is compiled when it is first used, because most of
 * them never are.
 */
export function schemaCompiler(rules: SchemaRules = specifiedRules): SchemaCompiler {
  const cache = new WeakMap<Schema, CompiledSchema>()
  return schema => {
    const cached = cache.get(schema)
    if (cached !== undefined) return cached
    const made = isSimpleSchema(schema) ? compiledAtFirstUse(schema, rules) : compileSchema(schema, rules)
    cache.set(freezeDeep(schema), made)
    return made
  }
}

function compiledAtFirstUse(schema: Schema, rules: SchemaRules): CompiledSchema {
  let made: CompiledSchema | undefined
  // Later calls use the compiled functions directly, unless a caller still holds one of the first functions.
  const compileNow = () => {
    made ??= Object.assign(compiled, compileSchema(schema, rules))
    return made
  }
  const compiled: CompiledSchema = {
    validate: (value, param) => compileNow().validate(value, param),
    sanitize: value => compileNow().sanitize(value),
  }
  return compiled
}
