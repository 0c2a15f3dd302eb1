// Plugins: their library and state.
export { installPackage } from './library/install-package.js'
export { pluginSourceIn } from './library/plugin-source-in.js'
export { pluginsIn } from './library/plugins-in.js'
export { pluginId, readManifest } from './library/read-manifest.js'
export { type LoadedPlugin, loadPlugin, START_TIMEOUT } from './load-plugin.js'
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
export type { PluginChange } from './plugin-change.js'
export {
  activationFailed,
  changedMeanwhile,
  deactivationFailed,
  deleteActive,
  deletionFailed,
  incompatible,
  pluginNotFound,
} from './plugin-errors.js'
export { type PluginManager, type PluginPermission, pluginManager, type SitePlugin } from './plugin-manager.js'
export { pluginState, readPluginState, writePluginState } from './plugin-state.js'
export { pluginsFeature } from './plugins-feature.js'
export { unmetRequirement } from './requirements.js'
export type { PluginsContent } from './rest/plugins-content.js'
export { withinTime } from './within-time.js'
