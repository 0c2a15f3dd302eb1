import { RestError } from '../rest-error.js'
import { compileRoot } from './compile-rule.js'
import { failure, toRestError } from './failure.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'

export { SchemaError } from './schema-error.js'

/** A compiled schema. */
export interface CompiledSchema {
  /**
   * Returns why a value is invalid, or undefined. The message calls the value `param`, its members `param[name]` and its
   * items `param[0]`. The error has no status: it is a detail of the error that is sent.
   */
  validate(value: unknown, param: string): RestError | undefined
  /**
   * Converts a value to the types of the schema (specification section 4.13): numeric strings to numbers, strings with
   * commas to lists, and so on. The result for an invalid value is unspecified. Throws a `RestError` with status 400 for
   * a value that nests too deep.
   */
  sanitize(value: unknown): unknown
}

const tooComplex = failure('rest_too_complex', name => `${name} is nested too deeply.`)

/**
 * Compiles a schema. Validate values as they were sent, then sanitize them. `rules` are those of the specification by
 * default. Throws a `SchemaError` for an invalid schema, including unknown keywords and formats, and references to
 * anything outside the schema.
 */
export function compileSchema(schema: Schema, rules: SchemaRules = specifiedRules): CompiledSchema {
  const {
    rule: { check, sanitize },
    references,
  } = compileRoot(schema, rules)
  const validate: CompiledSchema['validate'] = (value, param) => {
    const failed = check(value)
    return failed && toRestError(failed, param)
  }
  if (!references.isUsed()) return { validate, sanitize }
  return {
    validate: (value, param) =>
      references.run(
        value,
        () => validate(value, param),
        () => toRestError(tooComplex, param),
      ),
    sanitize: value =>
      references.run(
        value,
        () => sanitize(value),
        () => {
          throw new RestError('rest_too_complex', 'A value is nested too deeply.', 400)
        },
      ),
  }
}
