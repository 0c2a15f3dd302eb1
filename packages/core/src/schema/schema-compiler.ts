import { freezeDeep } from '../freeze.js'
import { type CompiledSchema, compileSchema } from './compile-schema.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'
import { isSimpleSchema } from './simple-schema.js'

// Many routes and sites share schemas.
const compiled = new WeakMap<SchemaRules, WeakMap<Schema, CompiledSchema>>()

/**
 * Creates a function that compiles schemas with the given rules, each only once, and freezes them. An invalid schema
 * throws a `SchemaError` at once; a schema of common keywords is compiled when it is first used, because most of them
 * never are.
 */
export function schemaCompiler(rules: SchemaRules = specifiedRules): (schema: Schema) => CompiledSchema {
  const cache = compiled.get(rules) ?? new WeakMap<Schema, CompiledSchema>()
  compiled.set(rules, cache)
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
  return {
    validate(value, param) {
      made ??= compileSchema(schema, rules)
      return made.validate(value, param)
    },
    sanitize(value) {
      made ??= compileSchema(schema, rules)
      return made.sanitize(value)
    },
  }
}
