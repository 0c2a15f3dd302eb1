import type { StoreSession } from '@platen/storage'
import { registrationKey } from '../../kernel/context/index.js'
import type { LoadedPlugin } from './load-plugin.js'
import type { Plugin, PluginLibrary } from './plugin.js'

/** A plugin of a site, and whether it is active. */
export interface SitePlugin extends Plugin {
  readonly status: 'active' | 'inactive'
  /** Why a plugin that should be active is not. */
  readonly error?: string | undefined
}

/** Throws if a change is not permitted, as far as a session of the store shows. */
export type PluginPermission = (store: StoreSession) => Promise<void>

/** The plugins of a running site. Changes run one after the other, take effect immediately, and are stored. */
export interface PluginManager {
  readonly library: PluginLibrary
  /** All plugins, by id. */
  all(): Promise<readonly SitePlugin[]>
  find(id: string): Promise<SitePlugin | undefined>
  /**
   * Rejects with a `RestError`, and changes nothing, if the plugin fails. Like all changes, it checks `permit` when its
   * turn comes, and again in the transaction that stores it: loading a plugin takes time.
   */
  activate(id: string, permit: PluginPermission): Promise<void>
  deactivate(id: string, permit: PluginPermission): Promise<void>
  /** Installs a package of the source, or updates it to a higher version. Resolves with its id. */
  install(slug: string, permit: PluginPermission): Promise<string>
  /** Deletes an inactive plugin and its files. */
  remove(id: string, permit: PluginPermission): Promise<void>
}

/** A change of the set of plugins. */
export interface PluginChange {
  /** The plugins of the next core. */
  readonly plugins: readonly LoadedPlugin[]
  /** The next list of active plugins, from the stored one. */
  readonly active: (ids: readonly string[]) => readonly string[]
  /** Creates the error for a core that does not start. */
  readonly failed: (cause: unknown) => Error
}

/** The manager of the plugins of a site; a site without the option `plugins` has none. */
export const pluginManager = registrationKey('plugins', (): { manager?: PluginManager } => ({}), { isLasting: true })
