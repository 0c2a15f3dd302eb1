import type { ErrorHandler, HandlerRequest, InterfaceNames, Registry } from '@platen/core'
import type { BlockRegistry, ShortcodeRegistry } from '@platen/rendering'
import type { Store } from '@platen/storage'
import type { OptionSnapshot } from '../options/index.js'
import type { UserRecord } from '../records/index.js'
import type { Services } from '../services/index.js'
import type { Hooks } from './hooks.js'
import type { AccessRules } from './object-rules.js'
import type { RegistrationKey, SiteBase } from './registration-key.js'
import type { Role } from './roles.js'
import type { SitePrincipal } from './site-principal.js'

/** The context of features: the site's store, services, hooks, route registry and registrations. */
export interface SiteContext extends SiteBase {
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
