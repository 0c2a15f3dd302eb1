import { type LoadedPlugin, loadPlugin } from '../load-plugin.js'
import { type OfferedPlugin, type Plugin, PluginError, type PluginLibrary } from '../plugin.js'
import {
  activationFailed,
  alreadyInstalled,
  incompatible,
  installationFailed,
  notOffered,
  sourceFailed,
} from '../plugin-errors.js'
import type { PluginChange, SitePlugin } from '../plugin-manager.js'
import { unmetRequirement } from '../requirements.js'
import { compareVersions } from '../versions.js'

/** The parts of a site's plugins that installing a package needs. */
export interface Installing {
  readonly library: PluginLibrary
  all(): Promise<readonly SitePlugin[]>
  running(): readonly LoadedPlugin[]
  commit(change: PluginChange): Promise<void>
}

/** The package that the source of a library lists under a name. */
async function offeredPackage({ source, install }: PluginLibrary, slug: string): Promise<OfferedPlugin> {
  if (source === undefined || install === undefined) throw notOffered(slug)
  const offered = await source.list().catch(cause => {
    throw sourceFailed(cause)
  })
  const found = offered.find(each => each.slug === slug)
  if (found === undefined) throw notOffered(slug)
  return found
}

/** Stores the files of a listed package. */
async function storePackage({ source, install, remove }: PluginLibrary, slug: string): Promise<Plugin> {
  if (source === undefined || install === undefined) throw notOffered(slug)
  const plugin = await install(source.files(slug)).catch(cause => {
    throw installationFailed(slug, cause)
  })
  const unmet = unmetRequirement(plugin.manifest)
  if (plugin.manifest.slug === slug && unmet === undefined) return plugin
  await remove?.(plugin)
  throw unmet === undefined
    ? installationFailed(slug, new PluginError('the package has another name'))
    : incompatible(unmet)
}

/**
 * Installs a package of the source, or updates it to a higher version, and resolves with its id. The new version of an
 * active plugin runs afterwards; if it fails, the previous version stays active.
 */
export async function installPackage(slug: string, { library, all, running, commit }: Installing): Promise<string> {
  const offered = await offeredPackage(library, slug)
  const before = (await all()).find(({ manifest }) => manifest.slug === slug)
  if (before !== undefined && compareVersions(offered.version, before.manifest.version) <= 0)
    throw alreadyInstalled(before.manifest.name)
  const plugin = await storePackage(library, slug)
  if (before === undefined) return plugin.id
  try {
    if (before.status === 'active') {
      const failed = (cause: unknown) => activationFailed(plugin.manifest.name, cause)
      const loaded = await loadPlugin(library, plugin).catch(cause => {
        throw failed(cause)
      })
      await commit({
        plugins: running().map(each => (each.plugin.id === before.id ? loaded : each)),
        active: ids => ids.map(id => (id === before.id ? plugin.id : id)),
        failed,
      })
    }
  } catch (error) {
    await library.remove?.(plugin)
    throw error
  }
  // A version that cannot be removed is lower, and is ignored.
  await library.remove?.(before).catch(() => {})
  return plugin.id
}
