import {
  type Authenticator,
  type Call,
  createCall,
  createRegistry,
  type ErrorHandler,
  errorReporter,
  failureResponse,
  type HandlerRequest,
  internalError,
  type Principal,
  type RegistryOptions,
  type RestRequest,
  type RestResponse,
  type RouteDefinition,
  registerBatch,
  requestLineOf,
  schemaCompiler,
  trimEndCharacters,
} from '@platen/core'
import {
  type BlockTypeDefinition,
  createBlockRegistry,
  createShortcodeRegistry,
  type ShortcodeOptions,
  type ShortcodeRenderer,
} from '@platen/rendering'
import type { ApplicationPasswordOptions } from './access/application-passwords.js'
import { authenticators } from './access/authenticators.js'
import { defaultRoles, type Role } from './access/roles.js'
import { type SitePrincipal, sitePrincipal } from './access/site-principal.js'
import { registerBuiltInMeta } from './built-in/meta.js'
import { builtInPostTypes } from './built-in/post-types.js'
import { registerBuiltInSettings } from './built-in/settings.js'
import { builtInStatuses } from './built-in/statuses.js'
import { builtInTaxonomies } from './built-in/taxonomies.js'
import { cmsDialect, type Dialect, interfaceNames } from './dialect/dialect.js'
import { registerResources } from './features/index.js'
import { createDuePostWatch, publishDuePosts } from './features/posts/publish-due-posts.js'
import { AVATAR_ADDRESS } from './features/users/avatar-urls.js'
import { createHooks, type Hooks } from './hooks/hooks.js'
import { type MediaOptions, mediaSettings } from './media/media-options.js'
import { createExtraFields, type ExtraField } from './registrations/extra-fields.js'
import { createMetaKeys, type MetaOptions } from './registrations/meta-keys.js'
import { type PostType, type PostTypeOptions, postType } from './registrations/post-types.js'
import { RegistrationError, Registrations } from './registrations/registrations.js'
import { type SettingKey, type SettingOptions, settingKey } from './registrations/setting-keys.js'
import { type PostStatus, type PostStatusOptions, postStatus } from './registrations/statuses.js'
import { type Taxonomy, type TaxonomyOptions, taxonomy } from './registrations/taxonomies.js'
import { type PostTemplate, type PostTemplateOptions, postTemplate } from './registrations/templates.js'
import { createResponseCache } from './response-cache.js'
import { defaultServices } from './services/default-services.js'
import type { Services } from './services/services.js'
import { createOptionReader } from './settings/options.js'
import type { PendingRoute, SiteContext } from './site-context.js'
import type { Store, UserRecord } from './storage/index.js'
import { translateStoreError } from './storage/translate-error.js'

/** What a site is made with. */
export interface SiteOptions {
  readonly store: Store
  /** The site's address, such as `https://example.com`. */
  readonly url: string
  /** The interface's address; the site's with the dialect's path unless given. */
  readonly apiUrl?: string | undefined
  readonly dialect?: Dialect | undefined
  readonly roles?: Readonly<Record<string, Role>> | undefined
  /** Asked before the built-in authenticators. */
  readonly authenticators?: readonly Authenticator[] | undefined
  readonly applicationPasswords?: ApplicationPasswordOptions | undefined
  /** What the addresses of people's pictures begin with; the SHA-256 of an email address and the size wanted follow. */
  readonly avatarAddress?: string | undefined
  /** Where uploaded files are kept, and what becomes of images; without a storage nothing can be uploaded. */
  readonly media?: MediaOptions | undefined
  /** Locale codes that users may choose to work in, beside `en_US`. */
  readonly locales?: readonly string[] | undefined
  readonly services?: Partial<Services> | undefined
  /**
   * Keeps answers to anonymous readers until something is stored; a number is how many bytes in all. Filters,
   * fields, blocks and shortcodes that are registered must then depend on what is stored alone. Requests in process use it
   * when their query is text. Off unless given.
   */
  readonly cache?: boolean | number | undefined
  /** How long queries and paths may be; see `RegistryOptions`. */
  readonly limits?: RegistryOptions['limits']
  /**
   * The largest JSON, form or other body in bytes that is not a file: 2 MiB when left out. Larger ones are a 413
   * `rest_request_too_large`. Files have `media.maxBytes`.
   */
  readonly maxBodyBytes?: RegistryOptions['maxBodyBytes']
  /**
   * `Cache-Control` of what callers who have not signed in read: `no-cache` unless given, so that caches revalidate.
   * All else is `private, no-store` or `no-cache`; see `RegistryOptions.cacheControl`.
   */
  readonly cacheControl?: RegistryOptions['cacheControl']
  /**
   * Receives what handlers throw that is not a `RestError`, with the method and path of the request. Without it the
   * logger of `services` gets it, and without that one the console.
   */
  readonly onError?: RegistryOptions['onError']
}

/**
 * A content site: registrations, and one function that answers requests. Everything is registered by the calls below,
 * the built-in types, taxonomies, statuses, meta and settings too; the routes are made when the first request comes (or
 * `ready` is called), and nothing can be registered after that.
 */
export interface Site {
  readonly context: SiteContext
  readonly hooks: Hooks
  registerPostType(name: string, options: PostTypeOptions): PostType
  registerTaxonomy(name: string, options: TaxonomyOptions): Taxonomy
  registerStatus(name: string, options: PostStatusOptions): PostStatus
  /** Registers a template that posts of some types may choose. */
  registerTemplate(name: string, options: PostTemplateOptions): PostTemplate
  registerMeta(options: MetaOptions): void
  registerSetting(key: string, options: SettingOptions): SettingKey
  registerField(resources: string | readonly string[], name: string, field: ExtraField<never, never>): void
  registerShortcode(tag: string, handler: ShortcodeRenderer, options?: ShortcodeOptions): void
  registerBlockType(definition: BlockTypeDefinition): void
  /** Registers a route of the user's own, or extends or overrides one of the site's; see `Registry.route`. */
  registerRoute(namespace: string, path: string, definition: RouteDefinition): void
  /** Makes the routes, unless they stand. */
  ready(): void
  /** Answers a request. A mistake in what is registered goes to `onError` and is a neutral 500. */
  dispatch(request: RestRequest): Promise<RestResponse>
  /** Calls the interface in process; `as` is a stored user or a principal. See `Call`. */
  readonly call: Call<UserRecord | Principal>
  /** Publishes scheduled posts whose time has come, and says how many; `dispatch` does so by itself. */
  publishDuePosts(): Promise<number>
  /** Finds out who sends a request. */
  authenticate(request: RestRequest): Promise<Principal>
  /** Makes a principal of a user record: for calls in process. */
  principalOf(user: UserRecord | undefined): SitePrincipal
}

/** Creates a site on a store. The store must have been installed (see `installSite`). */
export function createSite(options: SiteOptions): Site {
  const dialect = options.dialect ?? cmsDialect
  const url = trimEndCharacters(options.url, '/')
  const apiUrl = trimEndCharacters(options.apiUrl ?? `${url}${dialect.basePath}`, '/')
  const namespace = `${dialect.prefix}/v2`
  const services = defaultServices(options.services)
  const hooks = createHooks((error, event) => services.logger.error({ err: error, event }, 'a listener failed'))
  const compile = schemaCompiler(dialect.schemaRules)
  const postTypes = new Registrations<PostType>('the post type')
  const statuses = new Registrations<PostStatus>('the status')
  const taxonomies = new Registrations<Taxonomy>('the taxonomy')
  const templates = new Registrations<PostTemplate>('the template')
  const settings = new Registrations<SettingKey>('the setting')
  const meta = createMetaKeys(compile)
  const extraFields = createExtraFields()
  const blocks = createBlockRegistry(compile)
  const shortcodes = createShortcodeRegistry()
  const roles = Object.freeze({ ...(options.roles ?? defaultRoles) })
  const pending: PendingRoute[] = []
  const lookups = {
    postType: (name: string) => postTypes.get(name),
    status: (name: string) => statuses.get(name),
    taxonomy: (name: string) => taxonomies.get(name),
  }
  const principalOf = (user: UserRecord | undefined, credential?: SitePrincipal['credential']) =>
    sitePrincipal(user, roles, lookups, credential)
  const nobody = principalOf(undefined)
  const asking: Authenticator[] = []
  const { logger } = options.services ?? {}
  const onError: ErrorHandler | undefined =
    options.onError ??
    (logger && ((error, { method, path }) => logger.error({ err: error, method, path }, 'a handler failed')))
  const report = errorReporter(onError)
  const registry = createRegistry({
    baseUrl: apiUrl,
    names: interfaceNames(dialect, url),
    authenticators: [{ name: 'site', authenticate: request => firstPrincipal(asking, request) }],
    limits: options.limits,
    loginRequired: dialect.loginRequired,
    rootLinkOnPages: dialect.rootLinkOnPages,
    schemaRules: dialect.schemaRules,
    typedArguments: dialect.typedArguments,
    schemaOnEveryRoute: dialect.schemaOnEveryRoute,
    cache: createResponseCache(options.store, options.cache),
    translateError: translateStoreError,
    onError,
    maxBodyBytes: options.maxBodyBytes,
    cacheControl: options.cacheControl,
  })
  const context: SiteContext = Object.freeze({
    dialect,
    names: registry.names,
    url,
    apiUrl,
    namespace,
    store: options.store,
    services,
    hooks,
    reportError: report,
    registry,
    roles,
    applicationPasswords: Object.freeze({ ...options.applicationPasswords }),
    avatarAddress: options.avatarAddress ?? AVATAR_ADDRESS,
    locales: Object.freeze([...(options.locales ?? [])]),
    media: mediaSettings(options.media),
    postTypes,
    statuses,
    taxonomies,
    templates,
    settings,
    meta,
    extraFields,
    blocks,
    shortcodes,
    options: createOptionReader(options.store),
    principalOf,
    principal: (request: Pick<HandlerRequest, 'principal'>) =>
      'user' in request.principal ? (request.principal as SitePrincipal) : nobody,
  })
  const publishWhatIsDue = createDuePostWatch(context)
  let standing = false
  let failure: { readonly thrown: unknown } | undefined
  const refuseLate = (what: string) => {
    if (standing) throw new RegistrationError(`${what} comes too late: the site answers requests already`)
  }
  const site: Site = {
    context,
    hooks,
    registerPostType(name, given) {
      const type = postType(name, given, namespace)
      postTypes.add(name, type)
      return type
    },
    registerTaxonomy(name, given) {
      const made = taxonomy(name, given, namespace)
      taxonomies.add(name, made)
      return made
    },
    registerStatus(name, given) {
      const status = postStatus(name, given)
      statuses.add(name, status)
      return status
    },
    registerTemplate(name, given) {
      const template = postTemplate(name, given)
      templates.add(name, template)
      return template
    },
    registerMeta: given => meta.register(given),
    registerSetting(key, given) {
      const setting = settingKey(key, given, compile)
      settings.add(key, setting)
      return setting
    },
    registerField: (resources, name, field) => extraFields.register(resources, name, field),
    registerShortcode(tag, handler, given) {
      refuseLate(`the shortcode "${tag}"`)
      shortcodes.register(tag, handler, given)
    },
    registerBlockType(definition) {
      refuseLate(`the block type "${definition.name}"`)
      blocks.register(definition)
    },
    registerRoute(space, path, definition) {
      if (standing) registry.route(space, path, definition)
      else pending.push({ namespace: space, path, definition })
    },
    ready() {
      if (failure !== undefined) throw failure.thrown
      if (standing) return
      standing = true
      try {
        for (const each of [postTypes, statuses, taxonomies, templates, settings, meta, extraFields]) each.seal()
        registerBatch(registry, { namespace: dialect.batchNamespace })
        registerResources(context)
        for (const { namespace: space, path, definition } of pending) registry.route(space, path, definition)
      } catch (thrown) {
        // Half of a site must not answer: what was wrong is told whenever it is asked.
        failure = { thrown }
        throw thrown
      }
    },
    async dispatch(request) {
      try {
        site.ready()
      } catch (thrown) {
        report(thrown, requestLineOf(request))
        return failureResponse(internalError(thrown), () => {})
      }
      await publishWhatIsDue().catch(error =>
        services.logger.error({ err: error }, 'scheduled posts could not be published'),
      )
      return registry.dispatch(request)
    },
    call: createCall(
      request => site.dispatch(request),
      as => ('can' in as ? as : principalOf(as)),
    ),
    publishDuePosts: () => publishDuePosts(context),
    authenticate: request => registry.authenticate(request),
    principalOf,
  }
  asking.push(...(options.authenticators ?? []), ...authenticators(context))
  registerBuiltIns(site, dialect)
  return site
}

/** Asks one after the other, and waits only for those that have to. */
function firstPrincipal(
  asking: readonly Authenticator[],
  request: RestRequest,
  from = 0,
): ReturnType<Authenticator['authenticate']> {
  for (let i = from; i < asking.length; i++) {
    const found = asking[i]?.authenticate(request)
    if (found instanceof Promise) return found.then(each => each ?? firstPrincipal(asking, request, i + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** The built-in things come by the very calls that users have. */
function registerBuiltIns(site: Site, dialect: Dialect): void {
  for (const [name, status] of Object.entries(builtInStatuses)) site.registerStatus(name, status)
  for (const [name, type] of Object.entries(builtInPostTypes(dialect.prefix))) site.registerPostType(name, type)
  for (const [name, each] of Object.entries(builtInTaxonomies(dialect.prefix))) site.registerTaxonomy(name, each)
  registerBuiltInMeta(site, dialect)
  registerBuiltInSettings(site, dialect)
}
