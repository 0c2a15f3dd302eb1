import { freezeShared } from '../freeze.js'
import { type CompiledSchema, compileSchema } from './compile-schema.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'
import { isSimpleSchema } from './simple-schema.js'

// Many routes and sites share schemas.
const compilers = new WeakMap<SchemaRules, (schema: Schema) => CompiledSchema>()

/**
 * Returns the function that compiles schemas with the given rules, each only once, and freezes them. The same rules
 * give the same function. An invalid schema throws a `SchemaError` immediately; a schema of common keywords is compiled
 * when it is first used, because most of them never are.
 */
export function schemaCompiler(rules: SchemaRules = specifiedRules): (schema: Schema) => CompiledSchema {
  const known = compilers.get(rules)
  if (known !== undefined) return known
  const cache = new WeakMap<Schema, CompiledSchema>()
  const compile = (schema: Schema): CompiledSchema => {
    const cached = cache.get(schema)
    if (cached !== undefined) return cached
    const made = isSimpleSchema(schema) ? compiledAtFirstUse(schema, rules) : compileSchema(schema, rules)
    cache.set(freezeShared(schema), made)
    return made
  }
  compilers.set(rules, compile)
  return compile
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
