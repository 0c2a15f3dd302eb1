import type { As, ContentCalls } from '../../../kernel/operations/index.js'
import type { SitePlugin } from '../plugin-manager.js'
import {
  deletePlugin,
  getPlugin,
  installPlugin,
  listPlugins,
  type PluginFilter,
  type PluginInstallation,
  setPluginStatus,
} from './plugin-operations.js'

/** Plugins, in process, with the errors of requests. A change takes effect before its promise resolves. */
export interface PluginsContent {
  list(filter: PluginFilter, by: As): Promise<readonly SitePlugin[]>
  /** Rejects with `rest_plugin_not_found`. */
  get(id: string, by: As): Promise<SitePlugin>
  /** Installs a package that the source of plugins lists, or updates it to a higher version. */
  install(input: PluginInstallation, by: As): Promise<SitePlugin>
  activate(id: string, by: As): Promise<SitePlugin>
  deactivate(id: string, by: As): Promise<SitePlugin>
  delete(id: string, by: As): Promise<void>
}

export const pluginsContent = ({ site, actor }: ContentCalls): PluginsContent =>
  Object.freeze<PluginsContent>({
    list: async (filter, by) => listPlugins(site, await actor(by), filter),
    get: async (id, by) => getPlugin(site, await actor(by), id),
    install: async (input, by) => installPlugin(site, await actor(by, 'POST'), input),
    activate: async (id, by) => setPluginStatus(site, await actor(by, 'POST'), id, 'active'),
    deactivate: async (id, by) => setPluginStatus(site, await actor(by, 'POST'), id, 'inactive'),
    delete: async (id, by) => deletePlugin(site, await actor(by, 'POST'), id),
  })
