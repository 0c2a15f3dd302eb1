import { registrationKey } from '../registrations/registration-key.js'
import type { Plugin, PluginLibrary } from './plugin.js'

/** A plugin of a site, and whether it is active. */
export interface SitePlugin extends Plugin {
  readonly status: 'active' | 'inactive'
  /** Why a plugin that should be active is not. */
  readonly error?: string | undefined
}

/** The plugins of a running site. Changes run one after the other, take effect immediately, and are stored. */
export interface PluginManager {
  readonly library: PluginLibrary
  /** All plugins, by id. */
  all(): Promise<readonly SitePlugin[]>
  find(id: string): Promise<SitePlugin | undefined>
  /** Rejects with a `RestError`, and changes nothing, if the plugin fails. */
  activate(id: string): Promise<void>
  deactivate(id: string): Promise<void>
  /** Installs a package of the source, or updates it to a higher version. Resolves with its id. */
  install(slug: string): Promise<string>
  /** Deletes an inactive plugin and its files. */
  remove(id: string): Promise<void>
}

/** The manager of the plugins of a site, in every core; `undefined` for a site without plugins. */
export const pluginManager = registrationKey('plugins', () => {
  let manager: PluginManager | undefined
  return {
    get: () => manager,
    use(given: PluginManager) {
      manager = given
    },
  }
})
