import { messageOf } from '@platen/core'
import { StoreError } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import type { FeatureBase } from '../../kernel/features/index.js'
import { type LoadedPlugin, loadPlugin } from './load-plugin.js'
import { PluginError, type PluginLibrary } from './plugin.js'
import { readPluginState } from './plugin-state.js'

/** The part of a site that its plugins replace. */
export interface PluginHost {
  /** The current context. */
  readonly context: SiteContext
  /** Starts a core of the site with the features of plugins. If it fails, stops it and rejects with the cause. */
  start(features: readonly FeatureBase[]): Promise<StartedCore>
}

/** A core of a site that has been started. */
export interface StartedCore {
  /** Makes it the current core. The previous one finishes its requests, and is stopped. */
  use(): void
  stop(): Promise<void>
}

/** The plugins that a site runs. */
export type RunningPlugins = ReturnType<typeof createRunningPlugins>

/** Creates the plugins that a site runs: none, until they are synchronized with the stored state. */
export function createRunningPlugins(library: PluginLibrary, { context, start }: PluginHost) {
  let running: readonly LoadedPlugin[] = []
  /** The revision of the stored state that they correspond to. */
  let revision: number | undefined
  const failures = new Map<string, string>()

  const build = (plugins: readonly LoadedPlugin[]) => start(plugins.map(({ feature }) => feature))
  const skip = (id: string, cause: unknown): void => {
    const reason = messageOf(cause)
    failures.set(id, reason)
    const error = new PluginError(`the plugin "${id}" is skipped: ${reason}`, { cause })
    context.reportError(error, { method: 'START', path: id })
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
  /** Starts a core with the plugins that work. Rejects if the site does not start even without plugins. */
  const buildWorking = async (plugins: readonly LoadedPlugin[]) => {
    let working: readonly LoadedPlugin[] = []
    let core = await build([])
    for (const plugin of plugins) {
      try {
        const next = await build([...working, plugin])
        await core.stop()
        core = next
        working = [...working, plugin]
      } catch (error) {
        if (!(error instanceof StoreError)) skip(plugin.plugin.id, error)
        else {
          await core.stop()
          throw error
        }
      }
    }
    return { core, working }
  }
  const use = (core: StartedCore, plugins: readonly LoadedPlugin[], stored: number): void => {
    core.use()
    running = plugins
    revision = stored
  }

  return {
    all: () => running,
    revision: () => revision,
    failure: (id: string) => failures.get(id),
    build,
    use,
    /** Forgets why a plugin failed; `stored` is the revision of the state that no longer lists it. */
    forget(id: string, stored = revision): void {
      failures.delete(id)
      revision = stored
    },
    /** Replaces the core if the stored state has changed, for example by another process. */
    async synchronize(): Promise<void> {
      const state = await readPluginState(context.store.options)
      if (state.revision === revision) return
      const plugins = await load(state.active)
      try {
        use(await build(plugins), plugins, state.revision)
      } catch (error) {
        if (plugins.length === 0 || error instanceof StoreError) throw error
        const { core, working } = await buildWorking(plugins)
        use(core, working, state.revision)
      }
    },
  }
}
