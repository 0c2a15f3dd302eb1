import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@platen/memory'
import {
  applicationPasswordsIn,
  assignmentsIn,
  commentsIn,
  createSite,
  dialects,
  installSite,
  metaIn,
  type PasswordHasher,
  postsIn,
  type Site,
  termsIn,
  usersIn,
} from '@platen/site'
import type { Store } from '@platen/storage'
import { openNewFile } from '../site/sqlite-file.js'

/** What the tests of this folder use of a tap test. */
interface Test {
  teardown(work: () => unknown): void
}

/** A folder that is removed after the test. */
export function newFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-cli-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The kinds of store that imports are tested on. */
export const storeKinds = ['memory', 'sqlite'] as const

const plainHasher: PasswordHasher = {
  hash: async password => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
}

/** A new site on an empty store, with the administrator `admin`; its clock is stopped. */
export async function newSite(
  t: Test,
  kind: (typeof storeKinds)[number] = 'memory',
  dialect: keyof typeof dialects = 'cms',
): Promise<Site> {
  const store: Store = kind === 'memory' ? createMemoryStore() : await openNewFile(join(newFolder(t), 'a.sqlite'))
  t.teardown(() => store.close())
  const services = { passwords: plainHasher, clock: () => Date.parse('2024-06-01T12:00:00Z') }
  const url = 'http://localhost:8080'
  const administrator = { login: 'admin', email: 'admin@example.com', password: 'x' }
  await installSite(store, { url, administrator, services })
  return createSite({ store, url, dialect: dialects[dialect], services })
}

/** Everything that a store holds. */
export async function contentsOf(store: Store) {
  return {
    users: (await usersIn(store).find({})).records,
    terms: (await termsIn(store).find({})).records,
    posts: (await postsIn(store).find({})).records,
    assignments: (await assignmentsIn(store).find({})).records,
    comments: (await commentsIn(store).find({})).records,
    meta: (await metaIn(store).find({})).records,
    applicationPasswords: (await applicationPasswordsIn(store).find({})).records,
    options: await store.options.all(),
  }
}
