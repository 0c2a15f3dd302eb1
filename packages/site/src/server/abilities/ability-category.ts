import { checks, type OptionChecks } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { checkDefinition, RegistrationError } from '../../kernel/registrations/index.js'
import { isNameOf } from './ability-schema.js'

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
