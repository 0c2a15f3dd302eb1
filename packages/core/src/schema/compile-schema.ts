import { RestError } from '../rest-error.js'
import { compileRoot } from './compile-rule.js'
import { failure, toRestError } from './failure.js'
import type { Schema } from './schema.js'
import { type SchemaRules, specifiedRules } from './schema-rules.js'

export { SchemaError } from './schema-error.js'

/** What a schema compiles to. */
export interface CompiledSchema {
  /**
   * Says why a value does not match, or nothing. `param` is the name the reason uses; a member's is `param[name]`,
   * an item's `param[0]`. The error has no status of its own: it is a detail of the error that is sent.
   */
  validate(value: unknown, param: string): RestError | undefined
  /**
   * Converts a value as the types of specification 4.13 say: text that stands for a number becomes the number, text
   * with commas a list … A value that does not match comes back in some form. Throws a `RestError` with status 400 for a
   * value that `validate` refuses as nested too deeply.
   */
  sanitize(value: unknown): unknown
}

const tooComplex = failure('rest_too_complex', name => `${name} is nested too deeply.`)

/**
 * Compiles a schema, once, at registration. Values are validated first, as they were sent, and sanitized then.
 * Without `rules` the specification applies to the letter. Throws a `SchemaError` for an invalid schema, which includes
 * one with an unknown keyword or format, or with a reference that leads out of it.
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
  if (!references.used) return { validate, sanitize }
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
