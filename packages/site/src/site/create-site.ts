import { createCall, type RestRequest } from '@platen/core'
import { publishDuePosts } from '../content/posts/index.js'
import { type LastingValues, setConsolePages } from '../kernel/context/index.js'
import { contentCalls, systemActor, type Tx, transact } from '../kernel/operations/index.js'
import { translateStoreError } from '../kernel/refusals/index.js'
import { createMemoryRateLimit } from '../kernel/services/index.js'
import { siteAudit } from '../people/audit/index.js'
import { siteSessions } from '../people/sessions/index.js'
import { builtInContent } from './built-in-features.js'
import { liveContext } from './live-context.js'
import { pluggableCore } from './plugins/pluggable-core.js'
import type { Site, SiteOptions } from './site.js'
import { siteAbilities } from './site-abilities.js'
import { checkSiteOptions } from './site-checks.js'
import { createCore, failedStart, type SiteCore } from './site-core.js'

/**
 * Creates a site on a store that `installSite` has set up. Throws a `RegistrationError` for unknown and invalid options;
 * `ready` also checks the registrations.
 */
export function createSite(given: SiteOptions): Site {
  checkSiteOptions(given)
  const { features = [], ...options } = given
  const { services } = options
  // Counts are preserved when the plugins change, which creates a new core.
  const rateLimit = services?.rateLimit ?? createMemoryRateLimit({ clock: services?.clock })
  const config = { ...options, services: { ...services, rateLimit } }
  const lasting: LastingValues = new Map()
  const { calls, current, use, ready, refresh } =
    config.plugins === undefined
      ? fixedCore(createCore(config, features, lasting))
      : pluggableCore(config.plugins, () => createCore(config, features, lasting))
  const context = config.plugins === undefined ? current().context : liveContext(() => current().context)
  const upToDate = async () => {
    await ready()
    await refresh()
  }
  const inProcess = contentCalls(() => current().context, upToDate, context)
  const site: Site = {
    ...calls,
    context,
    basePath: context.dialect.basePath,
    translateError: translateStoreError,
    use: feature => use(feature, inProcess),
    ready,
    dispatch<T>(request: RestRequest) {
      const refreshing = refresh()
      if (refreshing === undefined) return current().dispatch<T>(request)
      return refreshing.then(
        () => current().dispatch<T>(request),
        thrown => failedStart<T>(context, request, thrown),
      )
    },
    call: createCall(
      request => site.dispatch(request),
      as => ('can' in as ? as : current().context.principalOf(as)),
    ),
    content: Object.freeze({
      ...builtInContent(inProcess),
      async transaction<T>(work: (tx: Tx) => Promise<T>) {
        await upToDate()
        return transact(current().context, work, undefined, { grouped: false })
      },
    }),
    sessions: siteSessions(() => current().context, upToDate),
    audit: siteAudit(() => current().context, upToDate),
    setConsolePages: pages => setConsolePages(context, pages),
    system: systemActor(context),
    abilities: siteAbilities(inProcess, request => site.dispatch(request)),
    publishDuePosts: () => publishDuePosts(current().context),
    authenticate: request => current().context.registry.authenticate(request),
    principalOf: user => current().context.principalOf(user),
  }
  return Object.freeze(site)
}

/** The core of a site without plugins. */
const fixedCore = (core: SiteCore) => ({
  calls: core.calls,
  current: () => core,
  use: core.use,
  ready: core.start,
  refresh: (): Promise<void> | undefined => undefined,
})
