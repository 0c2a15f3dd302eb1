import { createMemoryStore } from '@platen/memory'
import type { Dialect, Site, Store } from '@platen/site'
import { registerFixture } from '../parity/fixture.js'
import { makeSite } from '../site/make-site.js'
import { openNewFile } from '../site/sqlite-file.js'

export type { Dialect } from '@platen/site'

/** A site with the fixture, whose unexpected errors are kept. The header `x-as` names the role of the caller. */
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
  const directory = { search: async () => [] }
  const { site } = await makeSite({
    store,
    dialect,
    register: registerFixture,
    onError: error => errors.push(error),
    blockDirectory: directory,
    patternDirectory: directory,
  })
  await site.ready()
  return { site, store, errors, patterns: site.context.registry.routes().map(route => route.path.pattern) }
}
