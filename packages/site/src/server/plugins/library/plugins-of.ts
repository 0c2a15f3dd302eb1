import type { FeatureBase } from '../../../kernel/features/index.js'
import { type Plugin, PluginError, type PluginLibrary, type PluginManifest } from '../plugin.js'
import { pluginId, readManifest } from './read-manifest.js'

/** A plugin of the program. */
export interface ProgramPlugin {
  /** The content of its `package.json`, with the key `platen`. */
  readonly manifest: object
  readonly feature: FeatureBase
}

/**
 * Creates a library of the program's plugins, such as packages that it imports. They can be activated, but neither
 * installed nor deleted. Throws a `PluginError` for an invalid manifest.
 */
export function pluginsOf(given: readonly ProgramPlugin[]): PluginLibrary {
  const features = new Map<string, FeatureBase>()
  const plugins: Plugin[] = []
  for (const { manifest: content, feature } of given) {
    const manifest: PluginManifest | undefined = readManifest(JSON.stringify({ platen: {}, ...content }))
    if (manifest === undefined) continue
    const id = pluginId(manifest)
    if (features.has(id)) throw new PluginError(`two plugins have the id "${id}"`)
    features.set(id, feature)
    plugins.push(Object.freeze({ id, manifest, location: 'program' }))
  }
  plugins.sort((a, b) => (a.id < b.id ? -1 : 1))
  return Object.freeze({
    read: async () => ({ plugins, warnings: [] }),
    load: async ({ id }: Plugin) => ({ default: features.get(id) }),
  })
}
