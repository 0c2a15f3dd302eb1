import type { LoadedPlugin } from './load-plugin.js'

/** A change of the set of plugins. */
export interface PluginChange {
  /** The plugins of the next core. */
  readonly plugins: readonly LoadedPlugin[]
  /** The next list of active plugins, from the stored one. */
  readonly active: (ids: readonly string[]) => readonly string[]
  /** Creates the error for a core that does not start. */
  readonly failed: (cause: unknown) => Error
}
