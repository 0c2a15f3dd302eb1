import { createMemoryStore } from '@platen/memory'
import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import type { Test } from 'tap'
import { makeSite, type TestSite, type TestSiteOptions } from './make-site.js'
import { openNewFile } from './sqlite-file.js'

/** Creates a site, on an empty store of one kind unless a store is given. */
export type MakeOn = (options?: TestSiteOptions) => Promise<TestSite>

/** Runs a test over each store, in memory and in SQLite files. Closes the stores afterwards. */
export function onEveryStore(t: Test, name: string, body: (t: Test, make: MakeOn) => Promise<void>): void {
  let made = 0
  const kinds: Readonly<Record<string, (folder: string) => Promise<Store>>> = {
    memory: async () => createMemoryStore(),
    SQLite: folder => openNewFile(`${folder}/${++made}.sqlite`),
  }
  for (const [kind, open] of Object.entries(kinds)) {
    t.test(`${name} (${kind})`, async t => {
      const folder = t.testdir()
      await body(t, async options => {
        const store = await open(folder)
        t.teardown(() => store.close())
        return makeSite({ store, ...options })
      })
    })
  }
}

/** Opens one SQLite file as two sites, like two processes. */
export async function twoProcesses(t: Test, options: TestSiteOptions = {}): Promise<readonly [TestSite, TestSite]> {
  const path = `${t.testdir()}/site.sqlite`
  const open = async () => {
    const store = await openSqliteStore({ path })
    t.teardown(() => store.close())
    return makeSite({ ...options, store })
  }
  return [await open(), await open()]
}
