import { createMemoryStore } from '@platen/memory'
import type { Dialect, Site } from '@platen/site'
import { registerConsoleRoutes } from '@platen/site/console'
import type { Store } from '@platen/storage'
import { registerFixture } from '../parity/fixture.js'
import { mailServices, tokenMail } from '../site/features/account-links/sent-mail.js'
import { makeSite } from '../site/make-site.js'
import { openNewFile } from '../site/sqlite-file.js'

export type { Dialect } from '@platen/site'

/** A site with the fixture and the routes of a console, whose unexpected errors are kept. The header `x-as` names the role of the caller. */
export interface OpenSite {
  readonly site: Site
  readonly store: Store
  /** The patterns of its routes. */
  readonly patterns: readonly string[]
  readonly errors: unknown[]
}

/** Opens a fresh site in memory, or in a SQLite file. */
export async function openSite(dialect: Dialect, path?: string): Promise<OpenSite> {
  const errors: unknown[] = []
  const store = path === undefined ? createMemoryStore() : await openNewFile(path)
  const { passwords } = mailServices().services
  const directory = { search: async () => [] }
  const { site } = await makeSite({
    store,
    dialect,
    register(site) {
      registerFixture(site)
      registerConsoleRoutes(site, { password: tokenMail, email: tokenMail })
    },
    services: { ...(passwords && { passwords }), mailer: { send: async () => {} } },
    onError: error => errors.push(error),
    blockDirectory: directory,
    patternDirectory: directory,
  })
  await site.ready()
  return { site, store, errors, patterns: site.context.registry.routes().map(route => route.path.pattern) }
}
