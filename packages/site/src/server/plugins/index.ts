// Plugins: their library and state.
export { pluginSourceIn } from './library/plugin-source-in.js'
export { pluginsIn } from './library/plugins-in.js'
export { pluginsOf } from './library/plugins-of.js'
export { pluginId, readManifest } from './library/read-manifest.js'
export { withinStartTime } from './load-plugin.js'
export { managePlugins } from './manage-plugins.js'
export {
  type Plugin,
  PluginError,
  type PluginFile,
  type PluginLibrary,
  type PluginManifest,
  type PluginSource,
  type PluginsConfig,
  pluginsOption,
} from './plugin.js'
export type { SitePlugin } from './plugin-manager.js'
export { pluginsFeature } from './plugins-feature.js'
export type { PluginsContent } from './rest/plugins-content.js'
