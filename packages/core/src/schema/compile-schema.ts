import type { RestError } from '../rest-error.js'
import { compileRule } from './compile-rule.js'
import { toRestError } from './failure.js'
import type { Schema } from './schema.js'

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
   * with commas a list … It never throws; a value that does not match comes back in some form.
   */
  sanitize(value: unknown): unknown
}

/**
 * Compiles a schema, once, at registration. Values are validated first, as they were sent, and sanitized then.
 * Throws a `SchemaError` for a schema that makes no sense.
 */
export function compileSchema(schema: Schema): CompiledSchema {
  const { check, sanitize } = compileRule(schema)
  return {
    validate(value, param) {
      const failed = check(value)
      return failed && toRestError(failed, param)
    },
    sanitize,
  }
}
