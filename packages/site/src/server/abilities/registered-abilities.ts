import { registrationKey } from '../../kernel/context/index.js'
import { Registrations } from '../../kernel/registrations/index.js'
import type { Ability } from './ability.js'
import type { AbilityCategory } from './ability-category.js'

const PART = '[a-z0-9_-]{1,64}'
const NAMES = new RegExp(`^${PART}(?:/${PART}){1,3}$`)

/** The abilities of a site, in the order of their registration. */
export interface RegisteredAbilities extends Pick<Registrations<Ability>, 'add' | 'get' | 'all' | 'names' | 'filter'> {
  /** Seals the registry, after all other registries: features derive abilities from routes. */
  complete(): void
}

/** The abilities of a site. */
export const abilities = registrationKey('abilities', (): RegisteredAbilities => {
  const registered = new Registrations<Ability>('the ability', NAMES)
  return Object.freeze({
    add: (name: string, ability: Ability) => registered.add(name, ability),
    get: (name: string) => registered.get(name),
    all: () => registered.all(),
    names: () => registered.names(),
    filter: (holds: (ability: Ability) => boolean) => registered.filter(holds),
    complete: () => registered.seal(),
  })
})

/** The categories of abilities of a site, in the order of their registration. */
export const abilityCategories = registrationKey(
  'ability categories',
  () => new Registrations<AbilityCategory>('the ability category'),
)
