import type { Site, UserRecord } from '@platen/site'
import { CliError } from './cli-error.js'
import { configComplaint, withPlainUrl } from './config/check-config.js'
import type { DeclaredBy, PlatenConfig } from './config/define-config.js'
import { installNewSite } from './install-new-site.js'
import { siteOf } from './open-site.js'
import { mediaService } from './serve/media-service.js'

/** A site for tests, with the declarations `D` of its configuration. */
export interface TestSite<D = never> {
  readonly site: Site<D>
  /** The administrator: `site.call(method, path, value, { as: admin })`. */
  readonly admin: UserRecord
}

/**
 * For tests: creates the site of a configuration with a new store and files in memory, ready for requests. Its URL is
 * that of the configuration, or `http://localhost:8080`. Rejects with a `CliError` that names an invalid key.
 */
export async function createTestSite<const C extends PlatenConfig>(
  given: C & { readonly [K in Exclude<keyof C, keyof PlatenConfig>]: never },
): Promise<TestSite<DeclaredBy<C>>> {
  const complaint = configComplaint(given)
  if (complaint !== undefined) throw new CliError(`The configuration is invalid: ${complaint}.`)
  const config = withPlainUrl(given)
  const { createMemoryStore } = await import('@platen/memory')
  const store = createMemoryStore()
  const { url = 'http://localhost:8080', dialect = 'cms', services } = config
  const account = { login: 'admin', email: 'admin@example.com', password: 'admin' }
  const admin = await installNewSite(store, { url, dialect, services, ...account })
  const loaded = { config, path: undefined, folder: process.cwd(), files: new Set<string>() }
  const media = mediaService(url, { dialect, folder: undefined, media: config.media }).options
  // The site registers what the configuration declares.
  const site = (await siteOf(store, loaded, { media })) as Site<DeclaredBy<C>>
  return { site, admin }
}
