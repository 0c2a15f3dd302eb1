import type {
  ErrorHandler,
  HandlerRequest,
  InterfaceNames,
  Principal,
  PrincipalScope,
  Registry,
  SchemaCompiler,
} from '@platen/core'
import type { BlockRegistry, ShortcodeRegistry } from '@platen/rendering'
import type { AnyRecord, Store, StoreSession } from '@platen/storage'
import type { Dialect } from '../../server/dialects/index.js'
import type { OptionSnapshot } from '../options/index.js'
import type { UserRecord } from '../records/index.js'
import type { Services } from '../services/index.js'
import type { Hooks } from './hooks.js'
import type { KernelConfig } from './kernel-config.js'
import type { Right } from './rights.js'
import type { Role } from './roles.js'

/**
 * Identifies a per-site registry or value of a feature. `site.get(key)` returns it and creates it on first use. A value
 * with a `seal` method is sealed when the site becomes ready. Created by `registrationKey`.
 */
export interface RegistrationKey<T> {
  readonly name: string
  readonly create: (site: SiteContext) => T
  /** Whether the site keeps the value when its plugins change, which replaces all others. */
  readonly isLasting: boolean
}

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

/** What a caller has identified themselves with. */
export interface Credential {
  /** The kind, such as `application-password`. */
  readonly kind: string
  /** What identifies it among those of its kind, such as the UUID of an application password. */
  readonly id: string
  /** What it limits its principal to. */
  readonly scope?: PrincipalScope | undefined
  /**
   * Whether it can still be used, in the transaction of an operation; without this method, it cannot be revoked. `user` is
   * its user, whom the transaction reads at the same time.
   */
  isValid?(store: StoreSession, user: Promise<UserRecord | undefined>): Promise<boolean>
}

/** A principal together with its stored user. */
export interface SitePrincipal extends Principal {
  /** `undefined` for an anonymous caller. */
  readonly user: UserRecord | undefined
  readonly credential: Credential | undefined
}

/** The context of features: the site's store, services, hooks, route registry and registrations. */
export interface SiteContext {
  readonly config: KernelConfig
  readonly dialect: Dialect
  /** The schema compiler of the dialect. */
  readonly compile: SchemaCompiler
  readonly names: InterfaceNames
  /** The site's URL, without a trailing slash. */
  readonly url: string
  /** The URL of the REST interface, without a trailing slash. */
  readonly apiUrl: string
  /** The namespace of the site's resources, such as `cms/v2`. */
  readonly namespace: string
  readonly store: Store
  readonly services: Services
  readonly hooks: Hooks
  /** Reports an error that does not fail the request: to `onError`, or to the logger. */
  readonly reportError: ErrorHandler
  readonly registry: Registry
  readonly roles: Readonly<Record<string, Role>>
  /** The object rules and capability aliases. */
  readonly access: AccessRules
  readonly blocks: BlockRegistry
  readonly shortcodes: ShortcodeRegistry
  /** A feature's registry or value for this site, such as `site.get(postTypes)`. */
  get<T>(key: RegistrationKey<T>): T
  /** The stored options, cached until the store changes. */
  options(): Promise<OptionSnapshot>
  /** Creates the principal of a user. */
  principalOf(user: UserRecord | undefined, credential?: SitePrincipal['credential']): SitePrincipal
  /** The principal of a request, with its user record. */
  principal(request: Pick<HandlerRequest, 'principal'>): SitePrincipal
}
