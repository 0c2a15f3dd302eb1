import { type CompiledSchema, checks, messageOf, type OptionChecks, type Schema } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { checkDefinition, RegistrationError } from '../../kernel/registrations/index.js'

/** The options of a category of abilities. */
export interface AbilityCategoryOptions {
  /** Its name for people. */
  readonly label: string
  readonly description: string
  /** Additional JSON values for clients. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

/** A category of abilities. */
export interface AbilityCategory extends Required<AbilityCategoryOptions> {
  readonly slug: string
}

const { anObject, required, text } = checks

const categoryChecks: OptionChecks<AbilityCategoryOptions> = {
  label: required(text),
  description: required(text),
  meta: anObject,
}

/** Checks and freezes a category of abilities. Throws a `RegistrationError` that names the category and the option. */
export function abilityCategory(
  slug: string,
  options: AbilityCategoryOptions,
  { compile, dialect }: Pick<SiteContext, 'compile' | 'dialect'>,
): AbilityCategory {
  checkDefinition(`the ability category "${slug}"`, options, categoryChecks)
  if (!isNameOf(dialect.abilities.categories, slug, compile))
    throw new RegistrationError(`"${slug}" is not a valid slug for the ability category`)
  return Object.freeze({ ...options, slug, meta: Object.freeze({ ...options.meta }) })
}

/**
 * Returns a function for the schema of an ability, which always returns the same object. A schema given as a value is
 * checked immediately, a schema from a function on first use. Throws a `RegistrationError` for an invalid schema.
 */
export function abilitySchema(
  what: string,
  option: string,
  source: Schema | (() => Schema) | undefined,
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
  if (typeof source !== 'function') {
    if (source !== undefined) checked(source)
    return () => source
  }
  let made: Schema | undefined
  return () => (made ??= checked(source()))
}

/** Whether a name has the pattern that paths have for it. */
export const isNameOf = (pattern: string, name: string, compile: (schema: Schema) => CompiledSchema): boolean =>
  compile({ type: 'string', pattern: `^${pattern}$` }).validate(name, 'name') === undefined
