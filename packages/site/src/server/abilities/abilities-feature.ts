import { RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature, type SetupCalls } from '../../kernel/features/index.js'
import { requireKnown } from '../../kernel/registrations/index.js'
import { abilitiesOption, environmentOption } from './ability-options.js'
import {
  type AbilityRegistrations,
  abilityParts,
  abilityRegistrations,
  completeAbilities,
} from './ability-registrations.js'
import { CONTENT, contentAbilities } from './content-abilities.js'
import { registerCoreAbilities } from './core-abilities.js'
import { abilities, abilityCategories } from './registered-abilities.js'
import { filterArgs, filteredAbilities } from './rest/ability-filters.js'
import { abilityCategoryResource, abilityResource } from './rest/ability-resource.js'
import { readRoutes } from './rest/read-routes.js'
import { runRoute } from './rest/run-route.js'
import { noSuchAbility } from './run-ability.js'

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
