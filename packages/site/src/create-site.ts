import {
  createCall,
  failureResponse,
  internalError,
  type RestRequest,
  type RestResponse,
  registerBatch,
  requestLineOf,
} from '@platen/core'
import { completeAbilities, registerAbilities } from './abilities/register-abilities.js'
import { siteAbilities } from './abilities/site-abilities.js'
import { checkAbilities, checkRegistrations, requireInstalled } from './check-registrations.js'
import { type CreatedContext, createContext } from './create-context.js'
import type { ContentOf, Feature } from './feature.js'
import { builtInContent, builtInFeatures } from './features/index.js'
import { publishDuePosts } from './features/posts/publish-due-posts.js'
import { contentCalls, transact } from './operations/content-calls.js'
import { systemActor, type Tx } from './operations/tx.js'
import { createRegistrationCalls, type RegistrationCalls } from './registration-calls.js'
import { RegistrationError, registeredTooLate } from './registrations/registrations.js'
import { createRevision } from './revision.js'
import type { Site, SiteOptions } from './site.js'
import type { Store } from './storage/index.js'
import { translateStoreError } from './storage/translate-error.js'

/** Creates a site on a store that `installSite` has set up. */
export function createSite({ features: given = [], ...config }: SiteOptions): Site {
  const features: Feature[] = []
  const created: CreatedContext = createContext(
    config,
    createRevision(config.store, features, () => created.context),
  )
  const { context, authenticators } = created
  const { registry } = context
  const { calls, readFolders, seal, declareRoutes } = createRegistrationCalls(context, created.seal)
  const beforeRequest: (() => Promise<void>)[] = []
  let starting: Promise<void> | undefined
  let isReady = false

  const start = async () => {
    await prepareStore(config.store, features).catch(error => {
      // Nothing is registered yet, so a later call can retry when the store is reachable again.
      starting = undefined
      throw error
    })
    for (const feature of features) await feature.load?.(calls)
    await readFolders()
    seal()
    checkRegistrations(context, features)
    registerBatch(registry, { namespace: context.dialect.batchNamespace })
    for (const feature of features) feature.routes?.(context)
    declareRoutes()
    completeAbilities(context, features)
    checkAbilities(context)
    for (const feature of features) {
      const run = feature.beforeRequest?.(context)
      if (run !== undefined) beforeRequest.push(run)
    }
    isReady = true
  }
  const inProcess = contentCalls(context, () => site.ready())
  const site: Site = {
    ...calls,
    use<F extends Feature>(feature: F) {
      if (starting !== undefined) throw registeredTooLate(`the feature "${feature.name}"`)
      if (features.some(other => other.name === feature.name))
        throw new RegistrationError(`the feature "${feature.name}" is already in use`)
      features.push(feature)
      addFeature(feature, calls, created)
      return feature.content?.(inProcess) as ContentOf<F>
    },
    ready() {
      // A failed start is final: a partly registered site must not serve requests.
      starting ??= start()
      return starting
    },
    async dispatch<T>(request: RestRequest) {
      if (!isReady) {
        try {
          await site.ready()
        } catch (thrown) {
          const known = translateStoreError(thrown)
          if ((known?.status ?? 500) >= 500) context.reportError(thrown, requestLineOf(request))
          return failureResponse(known ?? internalError(thrown), () => {}) as RestResponse<T>
        }
      }
      for (const run of beforeRequest)
        await run().catch(error => context.services.logger.error({ err: error }, 'beforeRequest failed'))
      return registry.dispatch<T>(request)
    },
    call: createCall(
      request => site.dispatch(request),
      as => ('can' in as ? as : context.principalOf(as)),
    ),
    content: Object.freeze({
      ...builtInContent(inProcess),
      async transaction<T>(work: (tx: Tx) => Promise<T>) {
        await site.ready()
        return transact(context, work)
      },
    }),
    system: systemActor(context),
    abilities: siteAbilities(inProcess, request => site.dispatch(request)),
    publishDuePosts: () => publishDuePosts(context),
    authenticate: request => registry.authenticate(request),
    principalOf: context.principalOf,
  }
  authenticators.push(...(config.authenticators ?? []))
  for (const feature of [...builtInFeatures, ...given]) site.use(feature)
  return Object.freeze(site)
}

/** Rejects if the store contains no site, and prepares it for the collections of features. */
async function prepareStore(store: Store, features: readonly Feature[]): Promise<void> {
  await requireInstalled(store)
  await store.prepare([...new Set(features.flatMap(feature => feature.collections ?? []))])
}

/** Registers what a feature declares. */
function addFeature(feature: Feature, site: RegistrationCalls, created: CreatedContext): void {
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
  for (const options of feature.meta ?? []) site.registerMeta(options)
  for (const [key, options] of Object.entries(feature.settings ?? {})) site.registerSetting(key, options)
  for (const [type, make] of Object.entries(feature.searchHandlers ?? {})) site.registerSearchHandler(type, make)
  for (const block of feature.blocks ?? []) site.registerBlockType(block)
  for (const widget of feature.widgets ?? []) site.registerWidget(widget)
  for (const source of feature.bindingSources ?? []) site.registerBindingSource(source)
  for (const [slug, category] of Object.entries(feature.abilityCategories ?? {}))
    site.registerAbilityCategory(slug, category)
  if (typeof feature.abilities !== 'function') registerAbilities(context, feature.abilities)
  feature.setup?.(site)
  authenticators.push(...(feature.authenticators?.(context) ?? []))
}
