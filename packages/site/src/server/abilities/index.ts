// Abilities: operations that agents find and run.
export { abilitiesFeature } from './abilities-feature.js'
export { type Ability, type AbilityOptions, type AbilityScope, defineAbility, type TypedAbility } from './ability.js'
export type { AbilityCategoryOptions } from './ability-category.js'
export type { AbilitiesConfig, AbilityConfig } from './ability-options.js'
export type { AbilitiesPart, AbilityRegistrations, FeatureAbilities } from './ability-registrations.js'
export { abilities } from './registered-abilities.js'
export { abilityMethod } from './rest/run-route.js'
export { execute, noSuchAbility, permittedInput } from './run-ability.js'
