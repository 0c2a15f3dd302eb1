import type { FeatureBase } from '../../kernel/features/index.js'
import { PluginError } from './plugin.js'

const isFeature = (value: unknown): value is FeatureBase =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' && value.name !== ''

/** The feature that a module exports: as `default`, or as `feature`. Throws a `PluginError` if there is none. */
export function featureOf(module: unknown): FeatureBase {
  const { default: byDefault, feature } = (module ?? {}) as { readonly default?: unknown; readonly feature?: unknown }
  for (const each of [byDefault, feature]) if (isFeature(each)) return each
  throw new PluginError('its entry exports no feature: export default defineFeature({ name: … })')
}
