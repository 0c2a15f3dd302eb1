import { createMutex, type StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import {
  activationFailed,
  changedMeanwhile,
  deactivationFailed,
  deleteActive,
  deletionFailed,
  incompatible,
  installPackage,
  loadPlugin,
  type Plugin,
  type PluginChange,
  type PluginLibrary,
  type PluginManager,
  type PluginPermission,
  pluginNotFound,
  readPluginState,
  type SitePlugin,
  unmetRequirement,
  writePluginState,
} from '../../server/plugins/index.js'
import type { PluginCores } from './plugin-cores.js'

/** How often a change is tried when other processes change the plugins at the same time. */
const ATTEMPTS = 3

/** Creates the plugin manager of a site. */
export function createPluginManager(library: PluginLibrary, cores: () => PluginCores) {
  const exclusive = createMutex()
  const site = (): SiteContext => cores().context

  const isRunning = (id: string) =>
    cores()
      .running()
      .some(({ plugin }) => plugin.id === id)
  const shown = (plugin: Plugin): SitePlugin => {
    const error = cores().failure(plugin.id)
    const status = isRunning(plugin.id) ? 'active' : 'inactive'
    return { ...plugin, status, ...(error === undefined ? {} : { error }) }
  }
  const all = async () => (await library.read()).plugins.map(shown)
  const require = async (id: string): Promise<SitePlugin> => {
    const plugin = (await all()).find(each => each.id === id)
    if (plugin === undefined) throw pluginNotFound()
    return plugin
  }
  /** Stores the next list of active plugins; resolves with its revision. */
  const store = (active: PluginChange['active'], permit: PluginPermission): Promise<number> =>
    site().store.transaction(async (tx: StoreSession) => {
      await permit(tx)
      const { options } = tx
      const before = await readPluginState(options)
      if (before.revision !== cores().revision()) throw changedMeanwhile()
      await writePluginState(options, active(before.active), before)
      return before.revision + 1
    })
  /** Builds the next core, stores the state, and replaces the core, atomically. */
  const commit = async ({ plugins, active, failed }: PluginChange, permit: PluginPermission): Promise<void> => {
    const next = await cores()
      .build(plugins)
      .catch(cause => {
        throw failed(cause)
      })
    try {
      cores().swap(next, plugins, await store(active, permit))
    } catch (error) {
      await next.stop()
      throw error
    }
  }
  /** Runs a change exclusively, on top of changes by other processes. */
  const change = <T>(permit: PluginPermission, work: () => Promise<T>): Promise<T> =>
    exclusive(async () => {
      for (let attempt = 1; ; attempt++) {
        await cores().synchronize()
        await permit(site().store)
        const revision = cores().revision()
        try {
          return await work()
        } catch (error) {
          const { revision: stored } = await readPluginState(site().store.options)
          if (attempt === ATTEMPTS || stored === revision) throw error
        }
      }
    })
  /** Takes a plugin that does not run off the list of active ones. */
  const dropFailed = async (id: string, permit: PluginPermission): Promise<void> => {
    const { active } = await readPluginState(site().store.options)
    if (!active.includes(id)) return
    const revision = await store(ids => ids.filter(each => each !== id), permit)
    cores().swap(cores().current(), cores().running(), revision)
    cores().forget(id)
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
        await commit({ plugins: [...cores().running(), loaded], active, failed }, permit)
        cores().forget(id)
      }),
    deactivate: (id, permit) =>
      change(permit, async () => {
        const { status, manifest } = await require(id)
        if (status === 'inactive') return dropFailed(id, permit)
        const plugins = cores()
          .running()
          .filter(({ plugin }) => plugin.id !== id)
        const active = (ids: readonly string[]) => ids.filter(each => each !== id)
        await commit({ plugins, active, failed: cause => deactivationFailed(manifest.name, cause) }, permit)
      }),
    install: (slug, permit) =>
      change(permit, () => {
        const running = () => cores().running()
        return installPackage(slug, { library, all, running, commit: each => commit(each, permit) })
      }),
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
  return { manager, exclusive }
}
