import { messageOf } from '@platen/core'
import { StoreError } from '@platen/storage'
import {
  type LoadedPlugin,
  loadPlugin,
  PluginError,
  type PluginLibrary,
  type PluginManager,
  pluginManager,
  pluginState,
  readPluginState,
  START_TIMEOUT,
  withinTime,
} from '../../server/plugins/index.js'
import { liveContext } from '../live-context.js'
import type { SiteCore } from '../site-core.js'
import { recordCalls } from './record-calls.js'

/** The cores of a site with plugins, one of which is current. */
export type PluginCores = ReturnType<typeof createPluginCores>

/**
 * Creates the cores of a site: the current one has the features of the active plugins, and is replaced as a whole when they
 * change. `create` creates one without plugins, on which the registrations of previous cores are repeated.
 */
export function createPluginCores(library: PluginLibrary, create: () => SiteCore, manager: () => PluginManager) {
  let core = create()
  let running: readonly LoadedPlugin[] = []
  /** The revision of the state that the current core was built from. */
  let applied = 0
  const failures = new Map<string, string>()
  const current = () => core
  const context = liveContext(() => core.context)
  const recorded = recordCalls(current, context)
  const withManager = (made: SiteCore) => {
    made.context.get(pluginManager).use(manager())
    return made
  }

  const fresh = (): SiteCore => {
    const made = withManager(create())
    recorded.replay(made)
    return made
  }
  /** Builds and starts a core. If it fails, stops what was started, and rejects with the cause. */
  const build = async (plugins: readonly LoadedPlugin[]): Promise<SiteCore> => {
    const made = fresh()
    try {
      for (const { feature } of plugins) made.use(feature)
      await withinTime(START_TIMEOUT, made.start())
      return made
    } catch (error) {
      await made.stop()
      throw error
    }
  }
  const skip = (id: string, cause: unknown): void => {
    const reason = messageOf(cause)
    failures.set(id, reason)
    const error = new PluginError(`the plugin "${id}" is skipped: ${reason}`, { cause })
    core.context.reportError(error, { method: 'START', path: id })
  }
  /** Loads plugins by id; those that fail are skipped. */
  const load = async (ids: readonly string[]): Promise<readonly LoadedPlugin[]> => {
    failures.clear()
    if (ids.length === 0) return []
    const { plugins } = await library.read()
    const loaded: LoadedPlugin[] = []
    for (const id of ids) {
      const plugin = plugins.find(each => each.id === id)
      try {
        if (plugin === undefined) throw new PluginError('it is not installed')
        loaded.push(await loadPlugin(library, plugin))
      } catch (error) {
        skip(id, error)
      }
    }
    return loaded
  }
  /** Builds a core with the plugins that work. Rejects if the site does not start even without plugins. */
  const buildWorking = async (plugins: readonly LoadedPlugin[]) => {
    let working: readonly LoadedPlugin[] = []
    let made = await build([])
    for (const plugin of plugins) {
      try {
        const next = await build([...working, plugin])
        await made.stop()
        made = next
        working = [...working, plugin]
      } catch (error) {
        if (error instanceof StoreError) throw error
        skip(plugin.plugin.id, error)
      }
    }
    return { made, working }
  }
  const swap = (next: SiteCore, plugins: readonly LoadedPlugin[], revision: number): void => {
    const before = core
    core = next
    running = plugins
    applied = revision
    // Requests that it handles finish on it.
    if (before !== next) void before.stop()
  }
  withManager(core)

  return {
    current,
    context,
    recorded,
    build,
    swap,
    running: () => running,
    revision: () => applied,
    failure: (id: string) => failures.get(id),
    forget: (id: string) => failures.delete(id),
    /** Starts the first core with the stored plugins. */
    async start(): Promise<void> {
      const { store } = core.context
      const state = await readPluginState(store.options)
      const plugins = await load(state.active)
      try {
        for (const { feature } of plugins) core.use(feature)
        await withinTime(START_TIMEOUT, core.start())
        swap(core, plugins, state.revision)
      } catch (cause) {
        await core.stop()
        try {
          if (plugins.length === 0 || cause instanceof StoreError) throw cause
          const { made, working } = await buildWorking(plugins)
          swap(made, working, state.revision)
        } catch (error) {
          // A later attempt needs a core that was never started.
          core = fresh()
          throw error
        }
      }
    },
    /** Replaces the core if the stored state has changed, for example by another process. */
    async synchronize(): Promise<void> {
      const state = await readPluginState(core.context.store.options)
      if (state.revision === applied) return
      const plugins = await load(state.active)
      const found = await build(plugins).then(
        made => ({ made, working: plugins }),
        () => buildWorking(plugins),
      )
      swap(found.made, found.working, state.revision)
    },
    /** Whether the state in the current snapshot of the options differs. */
    async isOutdated(): Promise<boolean> {
      const options = await core.context.options()
      return pluginState(options.get).revision !== applied
    },
  }
}
