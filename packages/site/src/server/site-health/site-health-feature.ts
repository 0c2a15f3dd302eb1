import { themesOption } from '../../appearance/themes/index.js'
import { mediaSettings } from '../../content/media/index.js'
import { defineFeature, type Registering, type SetupCalls } from '../../kernel/features/index.js'
import { folderSize, measuredSizes } from '../../kernel/files/index.js'
import { registerSiteHealth } from './health-routes.js'
import { type HealthTest, type HealthTestOptions, healthTest, healthTests } from './health-tests.js'
import { siteHealthOption } from './site-health-options.js'
import { authorizationHeader } from './tests/authorization-header.js'
import { httpsStatus } from './tests/https-status.js'
import { loopbackRequests } from './tests/loopback-requests.js'
import { pageCache } from './tests/page-cache.js'
import { backgroundUpdates, updateServers } from './tests/updates.js'

/** The registration call for tests of the site's health. */
export interface HealthRegistrations {
  /** Registers a test of the site's health, served as `/tests/{name}`. Its result names it with underscores. */
  registerHealthTest(name: string, options: HealthTestOptions): HealthTest
}

/** Creates the call for a site. */
const healthRegistrations = ({ added }: Registering): HealthRegistrations => ({
  registerHealthTest: (name, options) => added(healthTests, name, healthTest(name, options)),
})

/** Tests of the site health, and the sizes of the site's parts (specification section 4.9). */
export const siteHealthFeature = defineFeature({
  name: 'site-health',
  options: [siteHealthOption],
  registrations: healthRegistrations,
  capabilityAliases: { view_site_health_checks: 'install_plugins' },
  setup(site: SetupCalls & HealthRegistrations) {
    site.registerHealthTest('background-updates', backgroundUpdates)
    site.registerHealthTest('loopback-requests', loopbackRequests)
    site.registerHealthTest('https-status', httpsStatus)
    site.registerHealthTest('dotorg-communication', updateServers)
    site.registerHealthTest('authorization-header', authorizationHeader)
    site.registerHealthTest('page-cache', pageCache)
    const sizes = site.context.get(measuredSizes)
    const inUploads = (folder: string, signal: AbortSignal) =>
      site.context.get(mediaSettings).storage?.size?.(folder, signal) ?? Promise.resolve(0)
    sizes.add('wordpress', async (site, signal) => {
      const { folder } = siteHealthOption.of(site) ?? {}
      return folder === undefined ? 0 : folderSize(folder, signal)
    })
    sizes.add('themes', async (site, signal) => {
      const themes = themesOption.of(site) ?? []
      let size = 0
      for (const source of themes) size += (await source.size?.(signal)) ?? 0
      return size
    })
    sizes.add('uploads', (_, signal) => inUploads('', signal))
    sizes.add('fonts', (_, signal) => inUploads('fonts', signal))
    sizes.add('database', async ({ store }) => (await store.size?.()) ?? 0)
  },
  routes: registerSiteHealth,
})
