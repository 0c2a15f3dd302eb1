import type {
  Authenticator,
  ErrorHandler,
  HandlerRequest,
  InterfaceNames,
  Registry,
  RouteDefinition,
} from '@platen/core'
import type { BlockRegistry, ShortcodeRegistry } from '@platen/rendering'
import type { ApplicationPasswordOptions } from './access/application-passwords.js'
import type { Role } from './access/roles.js'
import type { SitePrincipal } from './access/site-principal.js'
import type { Dialect } from './dialect/dialect.js'
import type { Hooks } from './hooks/hooks.js'
import type { MediaSettings } from './media/media-options.js'
import type { ExtraFields } from './registrations/extra-fields.js'
import type { MetaKeys } from './registrations/meta-keys.js'
import type { PostType } from './registrations/post-types.js'
import type { Registrations } from './registrations/registrations.js'
import type { SettingKey } from './registrations/setting-keys.js'
import type { PostStatus } from './registrations/statuses.js'
import type { Taxonomy } from './registrations/taxonomies.js'
import type { PostTemplate } from './registrations/templates.js'
import type { Services } from './services/services.js'
import type { OptionSnapshot } from './settings/options.js'
import type { Store, UserRecord } from './storage/index.js'

/**
 * What every resource family works with: the site's registrations, store and services. A family is a function
 * `(site: SiteContext) => void` that declares its routes on `site.registry`.
 */
export interface SiteContext {
  readonly dialect: Dialect
  readonly names: InterfaceNames
  /** The site's address, without a slash at its end. */
  readonly url: string
  /** The interface's address, without a slash at its end. */
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
  readonly applicationPasswords: ApplicationPasswordOptions
  /** What the addresses of people's pictures begin with. */
  readonly avatarAddress: string
  /** Locale codes that users may choose, beside the usual one. */
  readonly locales: readonly string[]
  /** How uploaded files are dealt with. */
  readonly media: MediaSettings
  readonly postTypes: Registrations<PostType>
  readonly statuses: Registrations<PostStatus>
  readonly taxonomies: Registrations<Taxonomy>
  readonly templates: Registrations<PostTemplate>
  readonly settings: Registrations<SettingKey>
  readonly meta: MetaKeys
  readonly extraFields: ExtraFields
  readonly blocks: BlockRegistry
  readonly shortcodes: ShortcodeRegistry
  /** What the site remembers about itself; read anew only when the store has changed. */
  options(): Promise<OptionSnapshot>
  /** Makes a principal of a user record. */
  principalOf(user: UserRecord | undefined, credential?: SitePrincipal['credential']): SitePrincipal
  /** The principal of a request, with its user record. */
  principal(request: Pick<HandlerRequest, 'principal'>): SitePrincipal
}

/** Routes that a user registers wait here until the site's own stand, so that they can extend and override them. */
export interface PendingRoute {
  readonly namespace: string
  readonly path: string
  readonly definition: RouteDefinition
}

export type { Authenticator }
