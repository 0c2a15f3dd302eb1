import type { Dialect } from '../../server/dialects/index.js'
import type { RegistrationKey } from './registration-key.js'
import type { Role } from './roles.js'

/** The arguments of a rule besides the objects. */
export interface RuleScope {
  /** The id of the caller, 0 for anonymous. */
  readonly user: number
  readonly dialect: Dialect
  /** The roles of the site by name. */
  readonly roles: Readonly<Record<string, Role>>
  /** A feature's registry or value for this site, such as the registered post types. */
  get<T>(key: RegistrationKey<T>): T
}

/** The primitive capabilities that a rule resolves to: the caller needs all of them. `never` permits nobody. */
export type RequiredCapabilities = readonly string[] | 'never'

/** Maps an action on specific objects, such as editing one post, to the capabilities that it requires. */
export type ObjectRule = (scope: RuleScope, ...objects: readonly never[]) => RequiredCapabilities

/** The object rules and capability aliases of a site, collected from its features. */
export interface AccessRules {
  readonly rules: ReadonlyMap<string, ObjectRule>
  /** Capabilities that are checked as another capability. */
  readonly aliases: ReadonlyMap<string, string>
}
