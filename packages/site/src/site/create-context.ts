import {
  type Authenticator,
  createRegistry,
  type ErrorHandler,
  errorReporter,
  type HandlerRequest,
  type RestRequest,
  trimEndCharacters,
  whenAvailable,
} from '@platen/core'
import { coreShortcodes, createBlockRegistry, createShortcodeRegistry } from '@platen/rendering'
import {
  createHooks,
  createRegisteredValues,
  defaultRoles,
  type Lasting,
  type ObjectRule,
  observeReads,
  type Role,
  type SiteContext,
  type SitePrincipal,
  sitePrincipal,
} from '../kernel/context/index.js'
import { createOptionReader } from '../kernel/options/index.js'
import type { UserRecord } from '../kernel/records/index.js'
import { translateStoreError } from '../kernel/refusals/index.js'
import { defaultServices } from '../kernel/services/index.js'
import { limitedRoutes, limitRoutes } from '../people/access/index.js'
import { recordRefusal } from '../people/audit/index.js'
import { cmsDialect, interfaceNames } from '../server/dialects/index.js'
import { compressedSizes } from './responses/compress-response.js'
import { createResponseCache } from './responses/response-cache.js'
import type { SiteConfig } from './site-config.js'

/** A site's context, with the mutable collections that features extend. */
export interface CreatedContext {
  readonly context: SiteContext
  readonly roles: Record<string, Role>
  readonly rules: Map<string, ObjectRule>
  readonly aliases: Map<string, string>
  readonly authenticators: Authenticator[]
  /** Seals the registries. */
  seal(): void
}

/**
 * Creates the context of a site from its configuration; `sources` returns the revisions of what responses depend on besides
 * the store.
 */
export function createContext(config: SiteConfig, sources: () => readonly unknown[], lasting: Lasting): CreatedContext {
  const dialect = config.dialect ?? cmsDialect
  const url = trimEndCharacters(config.url, '/')
  const apiUrl = trimEndCharacters(config.apiUrl ?? `${url}${dialect.basePath}`, '/')
  const services = defaultServices(config.services)
  const { compile } = lasting
  const values = createRegisteredValues(() => context, lasting.values)
  const roles: Record<string, Role> = { ...(config.roles ?? defaultRoles) }
  const rules = new Map<string, ObjectRule>()
  const aliases = new Map<string, string>()
  const access = Object.freeze({ rules, aliases })
  const principals = { dialect, roles, rules, aliases, get: values.get }
  const principalOf = (user: UserRecord | undefined, credential?: SitePrincipal['credential']) =>
    sitePrincipal(user, principals, credential)
  const anonymous = principalOf(undefined)
  const authenticators: Authenticator[] = []
  const onError = errorHandlerOf(config)
  const compressed = compressedSizes(config.compression)
  const compresses = compressed.uncached !== undefined || (compressed.cached !== undefined && Boolean(config.cache))
  const registry = createRegistry({
    baseUrl: apiUrl,
    names: interfaceNames(dialect, url),
    authenticators: [
      {
        name: 'site',
        get schemes() {
          return authenticators.flatMap(each => each.schemes ?? [])
        },
        authenticate: request => firstPrincipal(authenticators, request),
      },
    ],
    limits: config.limits,
    argumentsCheckedFirst: dialect.argumentsCheckedFirst,
    loginRequired: dialect.loginRequired,
    rootLinkOnPages: dialect.rootLinkOnPages,
    embedsInChanges: dialect.embedsInChanges,
    compile,
    schemaOnEveryRoute: dialect.schemaOnEveryRoute,
    typedArguments: dialect.typedArguments,
    admit: limitRoutes(limitedRoutes(dialect, config.rateLimits), services),
    onRefusal: recordRefusal(() => context),
    cache: createResponseCache(work => values.get(observeReads)(work), sources, config.cache, compressed.cached),
    vary: compresses ? 'Accept-Encoding' : undefined,
    translateError: translateStoreError,
    onError,
    maxBodyBytes: config.maxBodyBytes,
    maxAnonymousBodyBytes: config.maxAnonymousBodyBytes,
    cacheControl: config.cacheControl,
  })
  const context: SiteContext = Object.freeze({
    config,
    dialect,
    compile,
    names: registry.names,
    url,
    apiUrl,
    namespace: `${dialect.prefix}/v2`,
    store: config.store,
    services,
    hooks: createHooks((error, event) => services.logger.error({ err: error, event }, 'a listener failed')),
    reportError: errorReporter(onError),
    registry,
    roles,
    access,
    blocks: createBlockRegistry({ compile, renderedBytes: renderedBytes(config) }),
    shortcodes: createShortcodeRegistry({ shortcodes: coreShortcodes }),
    get: values.get,
    options: createOptionReader(config.store),
    principalOf,
    principal: (request: Pick<HandlerRequest, 'principal'>) =>
      isSitePrincipal(request.principal) ? request.principal : anonymous,
  })
  return { context, roles, rules, aliases, authenticators, seal: values.seal }
}

const isSitePrincipal = (principal: HandlerRequest['principal']): principal is SitePrincipal => 'user' in principal

/** The limit of cached HTML in bytes; `undefined` for the default. */
const renderedBytes = ({ renderCache = true }: SiteConfig): number | undefined =>
  typeof renderCache === 'number' ? renderCache : renderCache ? undefined : 0

/** The option `onError`, or the configured logger; `undefined` reports errors to the console. */
function errorHandlerOf({ onError, services }: SiteConfig): ErrorHandler | undefined {
  const logger = services?.logger
  return (
    onError ?? (logger && ((error, { method, path }) => logger.error({ err: error, method, path }, 'a handler failed')))
  )
}

/** Calls the authenticators in order until one returns a result; awaits only those that return a promise. */
function firstPrincipal(
  authenticators: readonly Authenticator[],
  request: RestRequest,
  from = 0,
): ReturnType<Authenticator['authenticate']> {
  for (let i = from; i < authenticators.length; i++) {
    const found = authenticators[i]?.authenticate(request)
    if (found !== undefined) return whenAvailable(found, each => each ?? firstPrincipal(authenticators, request, i + 1))
  }
  return undefined
}
