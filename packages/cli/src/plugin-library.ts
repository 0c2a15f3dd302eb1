import { resolve } from 'node:path'
import { type PluginLibrary, pluginsIn } from '@platen/site'
import type { LoadedConfig } from './config/load-config.js'
import { possibleFolder } from './existing-folder.js'

/** The plugins of a site: those of the given folder, or of the configuration; `undefined` for none. */
export function pluginLibrary(
  { config, folder }: Pick<LoadedConfig, 'config' | 'folder'>,
  given: string | undefined,
): PluginLibrary | undefined {
  if (given !== undefined) return pluginsIn(possibleFolder('--plugins', given))
  const { plugins } = config
  return typeof plugins === 'string' ? pluginsIn(resolve(folder, plugins)) : plugins
}
