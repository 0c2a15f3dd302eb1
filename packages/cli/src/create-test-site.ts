import type { Site, UserRecord } from '@platen/site'
import { CliError } from './cli-error.js'
import { configComplaint } from './config/check-config.js'
import type { PlatenConfig } from './config/define-config.js'
import { installNewSite } from './install-new-site.js'
import { siteOf } from './open-site.js'
import { mediaService } from './serve/media-service.js'

/** A site for tests. */
export interface TestSite {
  readonly site: Site
  /** The administrator: `site.call(method, path, value, { as: admin })`. */
  readonly admin: UserRecord
}

/**
 * Creates the site that a configuration describes on a new store in memory, with files in memory, ready to answer: for
 * tests. Its URL is the configuration's or `http://localhost:8080`. Rejects with a `CliError` that names a wrong key.
 */
export async function createTestSite(config: PlatenConfig): Promise<TestSite> {
  const complaint = configComplaint(config)
  if (complaint !== undefined) throw new CliError(`The configuration is wrong: ${complaint}.`)
  const { createMemoryStore } = await import('@platen/memory')
  const store = createMemoryStore()
  const { url = 'http://localhost:8080', dialect = 'cms', services } = config
  const account = { login: 'admin', email: 'admin@example.com', password: 'admin' }
  const admin = await installNewSite(store, { url, dialect, services, ...account })
  const loaded = { config, path: undefined, folder: process.cwd(), files: new Set<string>() }
  const media = mediaService(url, { folder: undefined, media: config.media }).options
  return { site: await siteOf(store, loaded, { media }), admin }
}
