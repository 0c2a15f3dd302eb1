import { messageOf } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { defineFeature } from '../../kernel/features/index.js'
import { measuredSizes } from '../../kernel/files/index.js'
import { updateChecks } from '../site-health/index.js'
import { pluginsOption } from './plugin.js'
import { pluginManager } from './plugin-manager.js'
import { pluginsContent } from './rest/plugins-content.js'
import { registerPlugins } from './rest/register-plugins.js'

/** Whether plugins can be installed and updated: all run, their source responds, and their folder can be written. */
async function checkUpdates(site: SiteContext) {
  const { get } = site
  const library = pluginsOption.of(site)
  const failed = (await get(pluginManager).manager?.all())?.find(({ error }) => error !== undefined)
  if (failed !== undefined)
    return { works: false, text: `Plugins: ${failed.manifest.name} does not run, since ${failed.error}` }
  if (library?.source === undefined || library.install === undefined)
    return { works: true, text: 'Plugins: the site has no source of plugins. They are updated in their folder.' }
  try {
    const offered = await library.source.list()
    const obstacle = await library.obstacle?.()
    return obstacle === undefined
      ? { works: true, text: `Plugins: the source offers ${offered.length}.` }
      : { works: false, text: obstacle }
  } catch (error) {
    return { works: false, text: `Plugins: the source cannot be reached. ${messageOf(error)}` }
  }
}

/** Plugins: features that administrators activate while the site runs. */
export const pluginsFeature = defineFeature({
  name: 'plugins',
  options: [pluginsOption],
  setup(site) {
    const { context } = site
    const library = pluginsOption.of(context)
    context.get(measuredSizes).add('plugins', async (_, signal) => (await library?.size?.(signal)) ?? 0)
    if (library !== undefined) context.get(updateChecks).add('plugins', { check: checkUpdates })
  },
  content: calls => ({ plugins: pluginsContent(calls) }),
  routes: registerPlugins,
})
