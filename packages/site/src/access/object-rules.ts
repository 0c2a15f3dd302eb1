import type { RegistrationKey } from '../registrations/registration-key.js'

/** What a rule may consult. */
export interface RuleScope {
  /** The id of the caller, 0 for anonymous. */
  readonly user: number
  /** What a feature keeps per site, such as its registered types. */
  get<T>(key: RegistrationKey<T>): T
}

/** The plain capabilities that a rule comes down to: the caller needs all of them; `never` permits nobody. */
export type Required = readonly string[] | 'never'

/** A rule about objects: what a caller needs to do something to them. Features bring theirs. */
export type ObjectRule = (scope: RuleScope, ...objects: readonly never[]) => Required

/** The rules and aliases of a site, collected from its features. */
export interface AccessRules {
  readonly rules: ReadonlyMap<string, ObjectRule>
  /** Capabilities that stand for another one. */
  readonly aliases: ReadonlyMap<string, string>
}
