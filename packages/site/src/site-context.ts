import type { ErrorHandler, HandlerRequest, InterfaceNames, Registry } from '@platen/core'
import type { BlockRegistry, ShortcodeRegistry } from '@platen/rendering'
import type { AccessRules } from './access/object-rules.js'
import type { Role } from './access/roles.js'
import type { SitePrincipal } from './access/site-principal.js'
import type { Hooks } from './hooks/hooks.js'
import type { RegistrationKey, SiteBase } from './registrations/registration-key.js'
import type { Services } from './services/services.js'
import type { OptionSnapshot } from './settings/options.js'
import type { Store, UserRecord } from './storage/index.js'

/** What every feature works with: the site's store, services, hooks and route registry, and its registrations by key. */
export interface SiteContext extends SiteBase {
  readonly names: InterfaceNames
  /** The site's URL, without a trailing slash. */
  readonly url: string
  /** The URL of the interface, without a trailing slash. */
  readonly apiUrl: string
  /** Namespace of the site's resources, such as `cms/v2`. */
  readonly namespace: string
  readonly store: Store
  readonly services: Services
  readonly hooks: Hooks
  /** Receives what fails on the server without failing the request: the option `onError`, or the logger. */
  readonly reportError: ErrorHandler
  readonly registry: Registry
  readonly roles: Readonly<Record<string, Role>>
  /** The rules about objects, and the aliases of capabilities. */
  readonly access: AccessRules
  readonly blocks: BlockRegistry
  readonly shortcodes: ShortcodeRegistry
  /** What a feature keeps per site under a key of its own: its registrations, its settled options. */
  get<T>(key: RegistrationKey<T>): T
  /** The stored options, read again only after the store has changed. */
  options(): Promise<OptionSnapshot>
  /** Makes a principal of a user record. */
  principalOf(user: UserRecord | undefined, credential?: SitePrincipal['credential']): SitePrincipal
  /** The principal of a request, with its user record. */
  principal(request: Pick<HandlerRequest, 'principal'>): SitePrincipal
}
