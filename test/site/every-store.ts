import { createMemoryStore } from '@platen/memory'
import type { Store } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import type { Test } from 'tap'
import { type MadeSite, type Making, makeSite } from './make-site.js'

/** Makes sites, each on an empty store of one kind unless it is given a store. */
export type MakeOn = (making?: Making) => Promise<MadeSite>

/** Runs a test on sites over each store: in memory, and in SQLite files. The stores are closed after it. */
export function onEveryStore(t: Test, name: string, body: (t: Test, make: MakeOn) => Promise<void>): void {
  let made = 0
  const kinds: Readonly<Record<string, (folder: string) => Promise<Store>>> = {
    memory: async () => createMemoryStore(),
    SQLite: folder => openSqliteStore({ path: `${folder}/${++made}.sqlite` }),
  }
  for (const [kind, open] of Object.entries(kinds)) {
    t.test(`${name} (${kind})`, async t => {
      const folder = t.testdir()
      await body(t, async making => {
        const store = await open(folder)
        t.teardown(() => store.close())
        return makeSite({ store, ...making })
      })
    })
  }
}

/** Two sites on one SQLite file, as two processes would have it. */
export async function twoProcesses(t: Test, making: Making = {}): Promise<readonly [MadeSite, MadeSite]> {
  const path = `${t.testdir()}/site.sqlite`
  const open = async () => {
    const store = await openSqliteStore({ path })
    t.teardown(() => store.close())
    return makeSite({ ...making, store })
  }
  return [await open(), await open()]
}
