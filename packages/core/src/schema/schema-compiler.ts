import { freezeDeep } from '../freeze.js'
import { type CompiledSchema, compileSchema } from './compile-schema.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'
import { isSimpleSchema } from './simple-schema.js'

// Many routes and sites share schemas.
const caches = new WeakMap<SchemaRules, WeakMap<Schema, CompiledSchema>>()

/**
 * Creates a function that compiles schemas with the given rules, each only once, and freezes them. An invalid schema
 * throws a `SchemaError` at once; a schema of common keywords is compiled when it is first used, because most of them
 * never are.
 */
export function schemaCompiler(rules: SchemaRules = specifiedRules): (schema: Schema) => CompiledSchema {
  const cache = caches.get(rules) ?? new WeakMap<Schema, CompiledSchema>()
  caches.set(rules, cache)
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
  // Later calls go straight to what is compiled, unless a caller holds one of the first functions.
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
