import { checks, type Schema } from '@platen/core'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { featurePart, type Registering } from '../../kernel/features/index.js'
import { type Ability, type AbilityOptions, ability, type TypedAbility } from './ability.js'
import { type AbilityCategory, type AbilityCategoryOptions, abilityCategory } from './ability-category.js'
import { abilities, abilityCategories } from './registered-abilities.js'

/** The registration calls for abilities. */
export interface AbilityRegistrations {
  /**
   * Registers an ability under a name such as `shop/count-stock`: an operation that agents and other programs find and run.
   * The schema of the input types it; `execute` receives the valid, converted input of a permitted caller.
   */
  registerAbility<const S extends Schema = Schema>(name: string, options: TypedAbility<S>): Ability
  registerAbility(name: string, options: AbilityOptions<never>): Ability
  /** Registers a category of abilities; every ability has one. */
  registerAbilityCategory(slug: string, options: AbilityCategoryOptions): AbilityCategory
}

/** Creates the calls for a site. */
export const abilityRegistrations = ({ added, context }: Registering): AbilityRegistrations => ({
  registerAbility: (name: string, options: AbilityOptions<never>) =>
    added(abilities, name, ability(name, options, context)),
  registerAbilityCategory: (slug, options) => added(abilityCategories, slug, abilityCategory(slug, options, context)),
})

/** Abilities of a feature, by name. */
export type FeatureAbilities = Readonly<Record<string, AbilityOptions<never>>>

/** The parts of features about abilities. */
export interface AbilitiesPart {
  /**
   * Abilities by name; `defineAbility` types them. A function is called once all routes are declared, for abilities that
   * derive from routes and registrations.
   */
  readonly abilities?: FeatureAbilities | ((site: SiteContext) => FeatureAbilities)
  /** Categories of abilities by slug. */
  readonly abilityCategories?: Readonly<Record<string, AbilityCategoryOptions>>
}

/** The functions of features that derive abilities from registrations and routes. */
const derivedAbilities = registrationKey('derived abilities', (): ((site: SiteContext) => FeatureAbilities)[] => [])

function registerAbilities(site: SiteContext, given: FeatureAbilities): void {
  for (const [name, options] of Object.entries(given)) site.get(abilities).add(name, ability(name, options, site))
}

/** Registers the abilities that features derive from registrations and routes, and seals the registry. */
export function completeAbilities(site: SiteContext): void {
  for (const derive of site.get(derivedAbilities)) registerAbilities(site, derive(site))
  site.get(abilities).complete()
}

const { callable, either, objectsByName } = checks

export const abilityParts = {
  abilities: featurePart<NonNullable<AbilitiesPart['abilities']>>(
    either(callable, objectsByName),
    ({ context }, abilities) => {
      if (typeof abilities === 'function') context.get(derivedAbilities).push(abilities)
      else registerAbilities(context, abilities)
    },
  ),
  abilityCategories: featurePart<NonNullable<AbilitiesPart['abilityCategories']>>(
    objectsByName,
    (registering, categories) => {
      const { registerAbilityCategory } = abilityRegistrations(registering)
      for (const [slug, options] of Object.entries(categories)) registerAbilityCategory(slug, options)
    },
  ),
}
