import type { Principal } from '@platen/core'
import type { AnyRecord } from '@platen/storage'
import type { Dialect } from '../../server/dialects/index.js'
import type { RegistrationKey } from './registration-key.js'
import type { Right } from './rights.js'
import type { Role } from './roles.js'

/** The arguments of a rule besides the objects. */
export interface RuleScope {
  /** The caller, whose plain capabilities a rule may ask for. */
  readonly principal: Pick<Principal, 'id' | 'can'>
  /** The id of the caller, 0 for anonymous. */
  readonly user: number
  readonly dialect: Dialect
  /** The roles of the site by name. */
  readonly roles: Readonly<Record<string, Role>>
  /** A feature's registry or value for this site, such as the registered post types. */
  get<T>(key: RegistrationKey<T>): T
}

/** Whether an action on objects is permitted, such as editing one post; a condition is about the first object. */
export type ObjectRule = (scope: RuleScope, ...objects: readonly never[]) => Right<AnyRecord>

/** The object rules and capability aliases of a site, collected from its features. */
export interface AccessRules {
  readonly rules: ReadonlyMap<string, ObjectRule>
  /** Capabilities that are checked as another capability. */
  readonly aliases: ReadonlyMap<string, string>
}
