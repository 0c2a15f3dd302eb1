import type { FeatureBase } from '../../kernel/features/index.js'
import { featureOf } from './feature-of.js'
import { type Plugin, PluginError, type PluginLibrary } from './plugin.js'
import { unmetRequirement } from './requirements.js'
import { withinTime } from './within-time.js'

/** The time limit for importing or starting a plugin, in milliseconds. */
export const START_TIMEOUT = 30_000

/** A plugin with its feature. */
export interface LoadedPlugin {
  readonly plugin: Plugin
  readonly feature: FeatureBase
}

/** Imports the feature of a plugin whose requirements are met. Rejects with the cause. */
export async function loadPlugin(library: PluginLibrary, plugin: Plugin): Promise<LoadedPlugin> {
  const unmet = unmetRequirement(plugin.manifest)
  if (unmet !== undefined) throw new PluginError(unmet)
  return { plugin, feature: featureOf(await withinTime(START_TIMEOUT, library.load(plugin))) }
}
