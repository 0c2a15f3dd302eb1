import { RestError } from '@platen/core'
import { abilitiesOption, environmentOption } from '../../abilities/ability-options.js'
import {
  type AbilityRegistrations,
  abilityParts,
  abilityRegistrations,
  completeAbilities,
} from '../../abilities/ability-registrations.js'
import { abilities, abilityCategories } from '../../abilities/registered-abilities.js'
import { noSuchAbility } from '../../abilities/run-ability.js'
import { defineFeature } from '../../feature-base.js'
import { requireKnown } from '../../registrations/require-known.js'
import type { SetupCalls } from '../../setup-calls.js'
import type { SiteContext } from '../../site-context.js'
import { filterArgs, filteredAbilities } from './ability-filters.js'
import { abilityCategoryResource, abilityResource } from './ability-resource.js'
import { CONTENT, contentAbilities } from './content/content-abilities.js'
import { registerCoreAbilities } from './core/core-abilities.js'
import { readRoutes } from './read-routes.js'
import { runRoute } from './run-route.js'

/** Declares the routes of abilities and their categories (specification section 4.10). */
function registerAbilityRoutes(site: SiteContext): void {
  const { names, categories } = site.dialect.abilities
  const listed = () => site.get(abilities).filter(ability => ability.showInRest)
  const find = (name: string) => {
    const ability = site.get(abilities).get(name)
    return ability?.showInRest === true ? ability : undefined
  }
  readRoutes(site, {
    path: '/categories',
    resource: abilityCategoryResource(site),
    name: { arg: 'slug', description: 'The slug of the category.', pattern: categories },
    validatedFirst: ['context'],
    records: () => site.get(abilityCategories).all(),
    find: slug => site.get(abilityCategories).get(slug),
    notFound: () => new RestError('rest_ability_category_not_found', 'The category of abilities does not exist.', 404),
  })
  // Its path ends like that of an ability.
  runRoute(site, find)
  readRoutes(site, {
    path: '/abilities',
    resource: abilityResource(site),
    name: { arg: 'name', description: 'The name of the ability.', pattern: names },
    args: filterArgs,
    validatedFirst: ['context', 'category', 'namespace'],
    records: ({ params }) => filteredAbilities(site, listed(), params),
    find,
    notFound: noSuchAbility,
  })
}

/** Abilities: operations that agents and other programs find and run. */
export const abilitiesFeature = defineFeature({
  name: 'abilities',
  options: [abilitiesOption, environmentOption],
  registrations: abilityRegistrations,
  parts: abilityParts,
  checkRoutes(site) {
    completeAbilities(site)
    const categories = site.get(abilityCategories).names()
    for (const { name, category } of site.get(abilities).all())
      requireKnown(`category of the ability "${name}"`, 'category', category, categories)
  },
  setup(site: SetupCalls & AbilityRegistrations) {
    registerCoreAbilities(site)
    if (abilitiesOption.of(site.context)?.content === true)
      site.registerAbilityCategory(CONTENT, { label: 'Content', description: 'Posts of all types.' })
  },
  abilities: (site: SiteContext) => (abilitiesOption.of(site)?.content === true ? contentAbilities(site) : {}),
  routes: registerAbilityRoutes,
})
