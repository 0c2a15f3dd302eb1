import type { Feature, FeatureAbilities } from '../feature.js'
import type { SiteContext } from '../site-context.js'
import { ability } from './ability.js'
import { abilities } from './registered-abilities.js'

/** Registers abilities that a feature declares. */
export function registerAbilities(site: SiteContext, given: FeatureAbilities = {}): void {
  for (const [name, options] of Object.entries(given)) site.get(abilities).add(name, ability(name, options, site))
}

/** Registers the abilities that features derive from registrations and routes, and seals the registry. */
export function completeAbilities(site: SiteContext, features: readonly Feature[]): void {
  for (const feature of features)
    if (typeof feature.abilities === 'function') registerAbilities(site, feature.abilities(site))
  site.get(abilities).complete()
}
