import { isUrl, type RestRequest, type RestResponse, registerBatch } from '@platen/core'
import type { CollectionDefinition, Store } from '@platen/storage'
import type { Lasting, SiteContext } from '../kernel/context/index.js'
import { createSetupCalls, type FeaturePart, type Registering } from '../kernel/features/index.js'
import { RegistrationError, registeredTooLate } from '../kernel/registrations/index.js'
import type { Logger } from '../kernel/services/index.js'
import { checkRouteLimits, rateLimits } from '../people/access/index.js'
import { builtInFeatures } from './built-in-features.js'
import { checkFeature, requireSynchronous } from './check-feature.js'
import { type CreatedContext, createContext } from './create-context.js'
import type { Feature } from './feature.js'
import type { RegistrationCalls } from './registration-calls.js'
import { compressedSizes, compressResponse } from './responses/compress-response.js'
import type { SiteConfig } from './site-config.js'

/** A site with a fixed set of features: their registrations and routes. Changing the plugins of a site replaces it. */
export interface SiteCore {
  readonly context: SiteContext
  readonly calls: RegistrationCalls
  /** Adds a feature. Throws a `RegistrationError` once the core has been started. */
  use(feature: Feature): void
  /** Starts the core, once. A failure is final, unless the store could not be reached. */
  start(): Promise<void>
  /** Handles a request, once the core has been started. */
  dispatch<T>(request: RestRequest): Promise<RestResponse<T>>
  /** Stops the features, once. Never rejects. */
  stop(): Promise<void>
}

/** The parts that built-in features declare, and the checks of their values. */
/** How often the progress of an upgrade is logged, in milliseconds. */
const PROGRESS_INTERVAL = 2000

const parts: Readonly<Record<string, FeaturePart>> = Object.assign({}, ...builtInFeatures.map(each => each.parts))
const partChecks = Object.fromEntries(Object.entries(parts).map(([name, { check }]) => [name, check]))

/** Creates the core of a site with the built-in features and others; `lasting` values are shared with other cores. */
export function createCore(config: SiteConfig, given: readonly Feature[], lasting: Lasting): SiteCore {
  const features: Feature[] = []
  let revised: readonly Feature[] | undefined
  const revisions = () => {
    // All features are known when the first request is handled.
    revised ??= features.filter(({ revision }) => revision !== undefined)
    return revised.map(({ revision }) => revision?.(created.context))
  }
  const created: CreatedContext = createContext(config, revisions, lasting)
  const { context, authenticators } = created
  const { registry } = context
  const { calls: own, registering, seal, declareRoutes } = createSetupCalls(context, created.seal)
  // Each built-in feature creates the calls that `RegistrationCalls` has of it.
  const calls = Object.freeze(
    Object.assign({ ...own }, ...builtInFeatures.map(each => each.registrations?.(registering))),
  ) as RegistrationCalls
  const beforeRequest: (() => Promise<void>)[] = []
  const { uncached } = compressedSizes(config.compression)
  let starting: Promise<void> | undefined
  let stopping: Promise<void> | undefined

  const start = async () => {
    await prepareStore(config.store, features, context.services.logger).catch(error => {
      // Nothing is registered yet, so a later call can retry when the store is reachable again.
      starting = undefined
      throw error
    })
    for (const feature of features) await feature.load?.(calls)
    await seal()
    checkUrls(context)
    for (const feature of features) feature.check?.(context)
    registerBatch(registry, { namespace: context.dialect.batchNamespace })
    for (const feature of features) requireSynchronous(feature, 'routes', feature.routes?.(context))
    declareRoutes()
    checkRouteLimits(context, context.get(rateLimits).routes)
    for (const feature of features) feature.checkRoutes?.(context)
    for (const feature of features) {
      const run = feature.beforeRequest?.(context)
      if (run !== undefined) beforeRequest.push(run)
    }
    for (const feature of features) await feature.start?.(context)
  }
  const stop = async () => {
    for (const feature of features) {
      try {
        await feature.stop?.(context)
      } catch (error) {
        context.services.logger.error({ err: error, feature: feature.name }, 'a feature could not be stopped')
      }
    }
  }
  const core: SiteCore = {
    context,
    calls,
    use(feature) {
      if (starting !== undefined) throw registeredTooLate(`the feature "${feature.name}"`)
      if (features.some(other => other.name === feature.name))
        throw new RegistrationError(`the feature "${feature.name}" is already in use`)
      checkFeature(feature, partChecks)
      features.push(feature)
      addFeature(feature, calls, registering, created)
    },
    start() {
      // A partly registered core must not serve requests.
      starting ??= start()
      return starting
    },
    async dispatch<T>(request: RestRequest) {
      for (const run of beforeRequest) {
        try {
          await run()
        } catch (error) {
          context.services.logger.error({ err: error }, 'beforeRequest failed')
        }
      }
      const response = await registry.dispatch<T>(request)
      return uncached === undefined ? response : compressResponse(response, request, uncached)
    },
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
  authenticators.push(...(config.authenticators ?? []))
  for (const feature of [...builtInFeatures, ...given]) core.use(feature)
  return core
}

/** Rejects if the store contains no site, or with the store's own error if it cannot be read. */
async function requireInstalled(store: Store): Promise<void> {
  if (!(await isInstalled(store)))
    throw new RegistrationError('the store contains no site: call installSite(store, …) once before createSite')
}

/** Rejects if the store contains no site, and prepares it for the collections of features. Logs the progress of upgrades. */
async function prepareStore(store: Store, features: readonly Feature[], logger: Logger): Promise<void> {
  await requireInstalled(store)
  let logged = Number.NEGATIVE_INFINITY
  await store.prepare(collectionsOf(features), {
    onProgress(progress) {
      if (progress.done < progress.total && performance.now() - logged < PROGRESS_INTERVAL) return
      logged = performance.now()
      logger.info({ ...progress }, 'upgrading a collection')
    },
  })
}

/** The collections that features bring. */
export const collectionsOf = (features: readonly Feature[]): readonly CollectionDefinition[] => [
  ...new Set(features.flatMap(feature => feature.collections ?? [])),
]

/** Registers the declarations of a feature. */
function addFeature(
  feature: Feature,
  site: RegistrationCalls,
  registering: Registering,
  created: CreatedContext,
): void {
  const { roles, rules, aliases, authenticators, context } = created
  for (const [capability, rule] of Object.entries(feature.rules ?? {})) {
    if (rules.has(capability))
      throw new RegistrationError(`the feature "${feature.name}" redefines the rule "${capability}"`)
    rules.set(capability, rule)
  }
  for (const [capability, other] of Object.entries(feature.capabilityAliases ?? {})) aliases.set(capability, other)
  for (const [name, capabilities] of Object.entries(feature.capabilities ?? {})) {
    const role = roles[name]
    if (role !== undefined) roles[name] = { ...role, capabilities: [...role.capabilities, ...capabilities] }
  }
  for (const [name, part] of Object.entries(parts)) {
    const value = feature[name as keyof Feature]
    // The check of the part has accepted the value.
    if (value !== undefined) part.add(registering, value as never)
  }
  requireSynchronous(feature, 'setup', feature.setup?.(site))
  authenticators.push(...(feature.authenticators?.(context) ?? []))
}

/** Checks the URLs of a site. Throws a `RegistrationError`. */
export function checkUrls({ url, apiUrl }: SiteContext): void {
  for (const [option, value] of Object.entries({ url, apiUrl })) {
    const parsed = isUrl(value) ? new URL(value) : undefined
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:')
      throw new RegistrationError(`the site's option ${option} is not an http or https URL: "${value}"`)
    if (option === 'url' && (parsed.search !== '' || parsed.hash !== ''))
      throw new RegistrationError(`the site's option ${option} has a query or a fragment: "${value}"`)
  }
}

/** Whether a store contains a site. */
export async function isInstalled(store: Pick<Store, 'options'>): Promise<boolean> {
  return (await store.options.get('site_url')) !== undefined
}
