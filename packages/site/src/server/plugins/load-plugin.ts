import type { FeatureBase } from '../../kernel/features/index.js'
import { withTimeLimit } from '../../kernel/time/index.js'
import { type Plugin, PluginError, type PluginLibrary } from './plugin.js'
import { unmetRequirement } from './requirements.js'

/** The time limit for importing or starting a plugin, in milliseconds. */
const START_TIMEOUT = 30_000

/** A plugin with its feature. */
export interface LoadedPlugin {
  readonly plugin: Plugin
  readonly feature: FeatureBase
}

/** Imports the feature of a plugin whose requirements are met. Rejects with the cause. */
export async function loadPlugin(library: PluginLibrary, plugin: Plugin): Promise<LoadedPlugin> {
  const unmet = unmetRequirement(plugin.manifest)
  if (unmet !== undefined) throw new PluginError(unmet)
  return { plugin, feature: featureOf(await withinStartTime(library.load(plugin))) }
}

const isFeature = (value: unknown): value is FeatureBase =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' && value.name !== ''

/** The feature that a module exports: as `default`, or as `feature`. Throws a `PluginError` if there is none. */
function featureOf(module: unknown): FeatureBase {
  const { default: byDefault, feature } = (module ?? {}) as { readonly default?: unknown; readonly feature?: unknown }
  for (const each of [byDefault, feature]) if (isFeature(each)) return each
  throw new PluginError('its entry exports no feature: export default defineFeature({ name: … })')
}

/** Rejects if importing or starting a plugin takes too long. */
export const withinStartTime = <T>(work: Promise<T>): Promise<T> =>
  withTimeLimit(START_TIMEOUT, work, () =>
    Promise.reject(new Error(`it takes longer than ${START_TIMEOUT / 1000} seconds`)),
  )
