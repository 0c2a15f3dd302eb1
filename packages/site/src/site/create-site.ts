import {
  createCall,
  failureResponse,
  internalError,
  type RestRequest,
  type RestResponse,
  requestLineOf,
  schemaCompiler,
} from '@platen/core'
import { publishDuePosts } from '../content/posts/index.js'
import { type Lasting, type SiteContext, setConsolePages } from '../kernel/context/index.js'
import type { ContentOf } from '../kernel/features/index.js'
import { contentCalls, systemActor, type Tx, transact } from '../kernel/operations/index.js'
import { translateStoreError } from '../kernel/refusals/index.js'
import { RegistrationError } from '../kernel/registrations/index.js'
import { createMemoryRateLimit, createStoreRateLimit } from '../kernel/services/index.js'
import { siteAudit } from '../people/audit/index.js'
import { siteSessions } from '../people/sessions/index.js'
import { cmsDialect } from '../server/dialects/index.js'
import { managePlugins } from '../server/plugins/index.js'
import { builtInContent } from './built-in-features.js'
import { contentByType } from './content-by-type.js'
import { createCurrentCore } from './current-core.js'
import type { Feature } from './feature.js'
import type { Site, SiteOptions } from './site.js'
import { siteAbilities } from './site-abilities.js'
import { checkSiteOptions } from './site-checks.js'
import { createCore, isInstalled } from './site-core.js'

/** What the features of a site declare; nothing, if they are not known. */
type DeclaredBy<F extends readonly Feature[]> = Feature extends F[number] ? never : F[number]

/**
 * Creates a site on a store that `installSite` has set up. Throws a `RegistrationError` for unknown and invalid options;
 * `ready` also checks the registrations.
 */
export function createSite<const F extends readonly Feature[]>(given: SiteOptions<F>): Site<DeclaredBy<F>> {
  checkSiteOptions(given)
  const { features = [], ...options }: SiteOptions = given
  const { services } = options
  // Counts are preserved when the plugins change, which creates a new core.
  const clock = services?.clock
  const rateLimit =
    services?.rateLimit ??
    (options.rateLimits?.shared ? createStoreRateLimit(options.store, { clock }) : createMemoryRateLimit({ clock }))
  const config = { ...options, services: { ...services, rateLimit } }
  const { schemaRules } = config.dialect ?? cmsDialect
  const lasting: Lasting = { values: new Map(), compile: schemaCompiler(schemaRules) }
  const core = createCurrentCore(() => createCore(config, features, lasting))
  const { context } = core.calls
  const current = () => core.get().context
  const plugins = config.plugins && managePlugins(config.plugins, { context, start: core.start })
  let starting: Promise<void> | undefined
  let isReady = false

  const start = async () => {
    await (plugins?.synchronize() ?? core.get().start())
    isReady = true
  }
  const ready = () => {
    starting ??= start().catch(async error => {
      // An invalid registration cannot recover, but a store may be reachable again.
      const isFinal = error instanceof RegistrationError && (await isInstalled(config.store).catch(() => false))
      if (!isFinal) starting = undefined
      throw error
    })
    return starting
  }
  /** The promise that a call waits for: the start, or a change of the plugins. Rejects if the site does not start. */
  const refresh = () => (isReady ? plugins?.refresh() : ready())
  const upToDate = async () => {
    await refresh()
  }
  const inProcess = contentCalls(current, upToDate, context)
  const site: Site<DeclaredBy<F>> = {
    ...core.calls,
    basePath: context.dialect.basePath,
    translateError: translateStoreError,
    use<F extends Feature>(feature: F) {
      core.use(feature)
      return feature.content?.(inProcess) as ContentOf<F>
    },
    ready,
    dispatch<T>(request: RestRequest) {
      const refreshing = refresh()
      if (refreshing === undefined) return core.get().dispatch<T>(request)
      return refreshing.then(
        () => core.get().dispatch<T>(request),
        thrown => failedStart<T>(context, request, thrown),
      )
    },
    call: createCall(
      request => site.dispatch(request),
      as => ('can' in as ? as : current().principalOf(as)),
    ),
    content: contentByType(inProcess, {
      ...builtInContent(inProcess),
      async transaction<T>(work: (tx: Tx) => Promise<T>) {
        await upToDate()
        return transact(current(), work, undefined, { grouped: false })
      },
    }),
    sessions: siteSessions(current, upToDate),
    audit: siteAudit(current, upToDate),
    setConsolePages: pages => setConsolePages(context, pages),
    system: systemActor(context),
    abilities: siteAbilities(inProcess, request => site.dispatch(request)),
    publishDuePosts: () => publishDuePosts(current()),
    authenticate: request => current().registry.authenticate(request),
    principalOf: user => current().principalOf(user),
  }
  return Object.freeze(site)
}

/** The response to a request if the site has failed to start. */
function failedStart<T>(context: SiteContext, request: RestRequest, thrown: unknown): RestResponse<T> {
  const known = translateStoreError(thrown)
  if ((known?.status ?? 500) >= 500) context.reportError(thrown, requestLineOf(request))
  return failureResponse(known ?? internalError(thrown), () => {}) as RestResponse<T>
}
