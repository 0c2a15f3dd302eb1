import type { PermissionResult } from '@platen/core'
import { permit, type SiteContext } from '../../../kernel/context/index.js'
import { type Actor, currentActor } from '../../../kernel/operations/index.js'
import { noSource, pluginNotFound } from '../plugin-errors.js'
import { type PluginManager, type PluginPermission, pluginManager, type SitePlugin } from '../plugin-manager.js'
import {
  mayActivateInstalled,
  mayDeletePlugins,
  mayInstallPlugins,
  mayListPlugins,
  mayManagePlugins,
  mayReadPlugin,
  mayUpdatePlugins,
} from './plugin-access.js'

/** Selects the plugins to list; all by default. */
export interface PluginFilter {
  readonly status?: readonly string[] | undefined
}

/** A plugin to install. */
export interface PluginInstallation {
  /** The name of a package that the source lists. */
  readonly slug: string
  /** Activates the plugin afterwards; `inactive` by default. */
  readonly status?: 'active' | 'inactive' | undefined
}

/** The permission of an actor, whose account or right may be gone when a change is stored. */
const permissionOf =
  (site: SiteContext, actor: Actor, may: (actor: Actor) => PermissionResult): PluginPermission =>
  async store =>
    permit(may(await currentActor({ site, store }, actor)))

const managerOf = (site: SiteContext): PluginManager | undefined => site.get(pluginManager).manager

/** The plugins of a site, by id. Rejects with a `RestError` for actors who may not list them. */
export async function listPlugins(site: SiteContext, actor: Actor, filter: PluginFilter = {}) {
  permit(mayListPlugins(actor))
  const { status = [] } = filter
  const all = (await managerOf(site)?.all()) ?? []
  return status.length === 0 ? all : all.filter(plugin => status.includes(plugin.status))
}

/** A plugin of a site. Rejects with `rest_plugin_not_found`. */
export async function getPlugin(site: SiteContext, actor: Actor, id: string): Promise<SitePlugin> {
  permit(mayReadPlugin(actor))
  return existing(site, id)
}

async function existing(site: SiteContext, id: string): Promise<SitePlugin> {
  const plugin = await managerOf(site)?.find(id)
  if (plugin === undefined) throw pluginNotFound()
  return plugin
}

/** Activates or deactivates a plugin: it runs, or no longer does, when the promise resolves. */
export async function setPluginStatus(site: SiteContext, actor: Actor, id: string, status: 'active' | 'inactive') {
  permit(mayManagePlugins(actor))
  const manager = managerOf(site)
  if (manager === undefined) throw pluginNotFound()
  const allowed = permissionOf(site, actor, mayManagePlugins)
  await (status === 'active' ? manager.activate(id, allowed) : manager.deactivate(id, allowed))
  return existing(site, id)
}

/**
 * Installs a package that the source lists. An installed one is updated if the source has a higher version, and keeps
 * running if it is active.
 */
export async function installPlugin(site: SiteContext, actor: Actor, { slug, status }: PluginInstallation) {
  permit(mayInstallPlugins(actor))
  if (status === 'active') permit(mayActivateInstalled(actor))
  const manager = managerOf(site)
  if (manager?.library.source === undefined || manager.library.install === undefined) throw noSource(site.dialect)
  if ((await manager.all()).some(({ manifest }) => manifest.slug === slug)) permit(mayUpdatePlugins(actor))
  const id = await manager.install(slug, permissionOf(site, actor, mayInstallPlugins))
  return status === 'active' ? setPluginStatus(site, actor, id, status) : existing(site, id)
}

/** Deletes an inactive plugin and its files. */
export async function deletePlugin(site: SiteContext, actor: Actor, id: string): Promise<void> {
  permit(mayDeletePlugins(actor))
  const manager = managerOf(site)
  if (manager === undefined) throw pluginNotFound()
  await manager.remove(id, permissionOf(site, actor, mayDeletePlugins))
}
