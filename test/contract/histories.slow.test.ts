import { createMemoryStore } from '@platen/memory'
import { openPostgresStore } from '@platen/sql/postgres'
import { openSqliteStore } from '@platen/sql/sqlite'
import type { Store } from '@platen/storage'
import { checkHistory, sampleCollections } from '@platen/storage/contract'
import t from 'tap'
import { newSchema, noServer } from '../sql/postgres/new-schema.js'
import { temporaryFolder } from '../temporary-folder.js'

/** The number of histories for each store; HISTORIES is one for all of them. */
const histories = (byDefault: number) => Number(process.env['HISTORIES'] ?? byDefault)

async function check(stores: readonly Store[], number: number): Promise<void> {
  for (const store of stores) await store.prepare(Object.values(sampleCollections))
  const [first] = stores
  if (first === undefined) return
  const { subjects, books } = sampleCollections
  for (let seed = 1; seed <= number; seed++) {
    await checkHistory({ stores, seed })
    await first.collection(subjects).removeWhere(subjects.where.and())
    await first.collection(books).removeWhere(books.where.and())
  }
}

const closing = (stores: readonly Store[]) => Promise.all(stores.map(store => store.close()))

// Before the tests: those in memory leave no time to connect.
const reason = await noServer()

t.test('memory', async t => {
  await t.resolves(check([createMemoryStore()], histories(200)))
})

t.test('two stores on a file of SQLite', async t => {
  const path = `${temporaryFolder('histories')}/site.sqlite`
  const open = () => openSqliteStore({ path, synchronous: 'normal', busyTimeout: 60_000 })
  const stores = [await open(), await open()]
  t.teardown(() => closing(stores))
  await t.resolves(check(stores, histories(50)))
})

t.test('three stores on a schema of PostgreSQL', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const open = () => openPostgresStore({ url, schema, connections: 4, busyTimeout: 60_000 })
  const stores = [await open(), await open(), await open()]
  t.teardown(() => closing(stores).then(drop))
  await t.resolves(check(stores, histories(25)))
})
