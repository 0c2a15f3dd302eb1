import type { OptionStore } from '@platen/storage'

/** The options with the active plugins, and with a number that changes with them or their code. */
const ACTIVE_OPTION = 'active_plugins'
const REVISION_OPTION = 'plugins_revision'

/** Which plugins are active. All processes of a site share it. */
export interface PluginState {
  /** Ids in the order of activation. */
  readonly active: readonly string[]
  readonly revision: number
}

/** Reads the state from the values of options. */
export function pluginState(get: (name: string) => unknown): PluginState {
  const active = get(ACTIVE_OPTION)
  const revision = get(REVISION_OPTION)
  return {
    active: Array.isArray(active) ? [...new Set(active.filter(id => typeof id === 'string'))] : [],
    revision: typeof revision === 'number' ? revision : 0,
  }
}

/** Reads the stored state. */
export async function readPluginState(options: Pick<OptionStore, 'get'>): Promise<PluginState> {
  const values = new Map([
    [ACTIVE_OPTION, await options.get(ACTIVE_OPTION)],
    [REVISION_OPTION, await options.get(REVISION_OPTION)],
  ])
  return pluginState(name => values.get(name))
}

/** Stores a changed state; its revision is one more than that of the state before. */
export async function writePluginState(options: OptionStore, active: readonly string[], before: PluginState) {
  await options.set(ACTIVE_OPTION, active)
  await options.set(REVISION_OPTION, before.revision + 1)
}
