import { type CompiledSchema, messageOf, type Schema } from '@platen/core'
import { RegistrationError } from '../../kernel/registrations/index.js'

/**
 * Returns a function for the schema of an ability, which always returns the same object. A schema given as a value is
 * checked immediately, a schema from a function on first use. Throws a `RegistrationError` for an invalid schema.
 */
export function abilitySchema(
  what: string,
  option: string,
  given: Schema | (() => Schema) | undefined,
  compile: (schema: Schema) => CompiledSchema,
): () => Schema | undefined {
  const checked = (schema: Schema): Schema => {
    try {
      compile(schema)
    } catch (cause) {
      throw new RegistrationError(`${option} of ${what}: ${messageOf(cause)}`)
    }
    return schema
  }
  if (typeof given !== 'function') {
    if (given !== undefined) checked(given)
    return () => given
  }
  let made: Schema | undefined
  return () => (made ??= checked(given()))
}

/** Whether a name has the pattern that paths have for it. */
export const isNameOf = (pattern: string, name: string, compile: (schema: Schema) => CompiledSchema): boolean =>
  compile({ type: 'string', pattern: `^${pattern}$` }).validate(name, 'name') === undefined
