import type { PluginLibrary } from '@platen/site'
import type { CollectionDefinition, Store } from '@platen/storage'
import type { LoadedConfig } from '../config/load-config.js'
import { siteOf } from '../open-site.js'
import { pluginLibrary } from '../plugin-library.js'

/** The collections of a site, and the names of the plugins whose collections could not be found out. */
export interface SiteCollections {
  readonly collections: readonly CollectionDefinition[]
  readonly unknown: readonly string[]
}

/**
 * The collections that a site prepares its store for: of the library, the configuration and the active plugins; and those
 * of inactive plugins, which keep their records.
 */
export async function siteCollections(store: Store, loaded: LoadedConfig): Promise<SiteCollections> {
  const collections = new Map<string, CollectionDefinition>()
  const prepare: Store['prepare'] = (definitions, options) => {
    for (const definition of definitions) collections.set(definition.name, definition)
    return store.prepare(definitions, options)
  }
  await siteOf({ ...store, prepare }, loaded)
  const { found, unknown } = await pluginCollections(pluginLibrary(loaded, undefined))
  for (const definition of found) if (!collections.has(definition.name)) collections.set(definition.name, definition)
  return { collections: [...collections.values()], unknown }
}

async function pluginCollections(library: PluginLibrary | undefined) {
  const found: CollectionDefinition[] = []
  const unknown: string[] = []
  for (const plugin of library === undefined ? [] : (await library.read()).plugins) {
    try {
      found.push(...collectionsOf(await library?.load(plugin)))
    } catch {
      unknown.push(plugin.id)
    }
  }
  return { found, unknown }
}

/** The collections of the feature that a module exports, as `default` or as `feature`. */
function collectionsOf(module: unknown): readonly CollectionDefinition[] {
  const { default: byDefault, feature } = (module ?? {}) as { readonly default?: unknown; readonly feature?: unknown }
  for (const each of [byDefault, feature]) {
    if (typeof each !== 'object' || each === null || !('collections' in each)) continue
    return Array.isArray(each.collections) ? each.collections : []
  }
  return []
}
