import { createMutex, type StoreSession } from '@platen/storage'
import { installPackage } from './library/install-package.js'
import { loadPlugin } from './load-plugin.js'
import type { Plugin, PluginLibrary } from './plugin.js'
import {
  activationFailed,
  changedMeanwhile,
  deactivationFailed,
  deleteActive,
  deletionFailed,
  incompatible,
  pluginNotFound,
} from './plugin-errors.js'
import {
  type PluginChange,
  type PluginManager,
  type PluginPermission,
  pluginManager,
  type SitePlugin,
} from './plugin-manager.js'
import { pluginState, readPluginState, writePluginState } from './plugin-state.js'
import { unmetRequirement } from './requirements.js'
import { createRunningPlugins, type PluginHost, type RunningPlugins } from './running-plugins.js'

/** How often a change is tried when other processes change the plugins at the same time. */
const ATTEMPTS = 3

/**
 * Creates the plugin manager of a site, and what the site calls before requests: `synchronize` starts or replaces its core,
 * and `refresh` does so if the stored plugins have changed, so that a change takes effect in every process without a
 * restart.
 */
export function managePlugins(library: PluginLibrary, host: PluginHost) {
  const { context } = host
  const exclusive = createMutex()
  const plugins = createRunningPlugins(library, host)
  const synchronize = () => exclusive(plugins.synchronize)
  context.get(pluginManager).manager = createManager(library, plugins, host, exclusive)

  /** The revision of the store at which the plugins were compared. */
  let compared: number | undefined
  const compare = async (revision: number) => {
    try {
      const options = await context.options()
      if (pluginState(options.get).revision !== plugins.revision()) await synchronize()
    } catch (error) {
      context.services.logger.error({ err: error }, 'the plugins could not be compared')
    }
    compared = revision
  }
  return {
    synchronize,
    /** The promise that a request waits for. It never rejects. */
    refresh(): Promise<void> | undefined {
      const revision = storeRevision(host)
      return revision === undefined || revision === compared ? undefined : compare(revision)
    },
  }
}

/** The revision of the store; `undefined` if it fails, which the request itself reports. */
function storeRevision({ context }: PluginHost): number | undefined {
  try {
    return context.store.revision()
  } catch {
    return undefined
  }
}

function createManager(
  library: PluginLibrary,
  plugins: RunningPlugins,
  { context }: PluginHost,
  exclusive: ReturnType<typeof createMutex>,
): PluginManager {
  const { store } = context
  const shown = (plugin: Plugin): SitePlugin => {
    const error = plugins.failure(plugin.id)
    const isRunning = plugins.all().some(each => each.plugin.id === plugin.id)
    return { ...plugin, status: isRunning ? 'active' : 'inactive', ...(error === undefined ? {} : { error }) }
  }
  const all = async () => (await library.read()).plugins.map(shown)
  const require = async (id: string): Promise<SitePlugin> => {
    const plugin = (await all()).find(each => each.id === id)
    if (plugin === undefined) throw pluginNotFound()
    return plugin
  }
  /** Stores the next list of active plugins; resolves with its revision. */
  const storeActive = (active: PluginChange['active'], permit: PluginPermission): Promise<number> =>
    store.transaction(async (tx: StoreSession) => {
      await permit(tx)
      const { options } = tx
      const before = await readPluginState(options)
      if (before.revision !== plugins.revision()) throw changedMeanwhile()
      await writePluginState(options, active(before.active), before)
      return before.revision + 1
    })
  /** Starts the next core, stores the state, and replaces the core, atomically. */
  const commit = async ({ plugins: next, active, failed }: PluginChange, permit: PluginPermission): Promise<void> => {
    const core = await plugins.build(next).catch(cause => {
      throw failed(cause)
    })
    try {
      plugins.use(core, next, await storeActive(active, permit))
    } catch (error) {
      await core.stop()
      throw error
    }
  }
  /** Runs a change exclusively, on top of changes by other processes. */
  const change = <T>(permit: PluginPermission, work: () => Promise<T>): Promise<T> =>
    exclusive(async () => {
      for (let attempt = 1; ; attempt++) {
        await plugins.synchronize()
        await permit(store)
        const revision = plugins.revision()
        try {
          return await work()
        } catch (error) {
          const { revision: stored } = await readPluginState(store.options)
          if (attempt === ATTEMPTS || stored === revision) throw error
        }
      }
    })
  /** Takes a plugin that does not run off the list of active ones. */
  const dropFailed = async (id: string, permit: PluginPermission): Promise<void> => {
    const { active } = await readPluginState(store.options)
    if (active.includes(id)) plugins.forget(id, await storeActive(ids => ids.filter(each => each !== id), permit))
  }

  const manager: PluginManager = {
    library,
    all,
    find: async id => (await all()).find(plugin => plugin.id === id),
    activate: (id, permit) =>
      change(permit, async () => {
        const plugin = await require(id)
        if (plugin.status === 'active') return
        const unmet = unmetRequirement(plugin.manifest)
        if (unmet !== undefined) throw incompatible(unmet)
        const failed = (cause: unknown) => activationFailed(plugin.manifest.name, cause)
        const loaded = await loadPlugin(library, plugin).catch(cause => {
          throw failed(cause)
        })
        const active = (ids: readonly string[]) => (ids.includes(id) ? ids : [...ids, id])
        await commit({ plugins: [...plugins.all(), loaded], active, failed }, permit)
        plugins.forget(id)
      }),
    deactivate: (id, permit) =>
      change(permit, async () => {
        const { status, manifest } = await require(id)
        if (status === 'inactive') return dropFailed(id, permit)
        const others = plugins.all().filter(({ plugin }) => plugin.id !== id)
        const active = (ids: readonly string[]) => ids.filter(each => each !== id)
        await commit({ plugins: others, active, failed: cause => deactivationFailed(manifest.name, cause) }, permit)
      }),
    install: (slug, permit) =>
      change(permit, () =>
        installPackage(slug, { library, all, running: plugins.all, commit: each => commit(each, permit) }),
      ),
    remove: (id, permit) =>
      change(permit, async () => {
        const plugin = await require(id)
        if (plugin.status === 'active') throw deleteActive()
        if (library.remove === undefined) throw deletionFailed(new Error('it belongs to the program.'))
        await dropFailed(id, permit)
        // An earlier version may be left behind by an update that was interrupted.
        for (let each: SitePlugin | undefined = plugin; each !== undefined; each = await manager.find(id))
          await library.remove(each).catch(cause => {
            throw deletionFailed(cause)
          })
      }),
  }
  return manager
}
