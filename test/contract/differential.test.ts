import { createMemoryStore } from '@platen/memory'
import type { Collection, CollectionName, Store } from '@platen/site'
import { openSqliteStore } from '@platen/sql'
import t from 'tap'
import { type Choices, randomChoices } from './random-choices.js'
import { type AnyRecord, COLLECTIONS, randomCondition, randomQuery, randomRecord } from './random-queries.js'

const seed = Number(process.env.SEED ?? Date.now() % 1e9)
const queries = Number(process.env.QUERIES ?? 1500)

const collectionOf = (store: Store, name: CollectionName) => store[name] as unknown as Collection<AnyRecord>

async function fill(choices: Choices, stores: readonly Store[]): Promise<void> {
  for (const name of COLLECTIONS) {
    const records = Array.from({ length: 40 }, (_, at) => randomRecord(choices, name, at))
    for (const store of stores) await collectionOf(store, name).insertMany(records)
  }
}

/** The same write on all stores: how many records each says it changed, or the code with which it refused. */
async function changeAll(choices: Choices, name: CollectionName, stores: readonly Store[]): Promise<unknown[]> {
  const where = randomCondition(choices, name, 2)
  const changes = Object.fromEntries(
    choices
      .some(Object.entries(randomRecord(choices, name, choices.below(40))), 3)
      .filter(([field]) => field !== 'id' && field !== 'version'),
  )
  const removes = choices.chance(0.1)
  return Promise.all(
    stores.map(store => {
      const collection = collectionOf(store, name)
      const work = removes ? collection.removeWhere(where) : collection.updateWhere(where, changes)
      return work.catch((error: { code: string }) => error.code)
    }),
  )
}

t.test(`memory and SQLite agree (SEED=${seed})`, async t => {
  const choices = randomChoices(seed)
  const memory = createMemoryStore()
  const sqlite = await openSqliteStore({ path: `${t.testdir()}/site.sqlite` })
  const stores = [memory, sqlite]
  await fill(choices, stores)
  let matched = 0
  for (let at = 0; at < queries; at++) {
    const name = choices.pick(COLLECTIONS)
    if (at % 10 === 0) {
      const [expected, found] = await changeAll(choices, name, stores)
      if (!t.strictSame(found, expected, `change ${at} of ${name}`)) break
      const [before, after] = await Promise.all(stores.map(store => collectionOf(store, name).find({})))
      if (!t.strictSame(after.records, before.records, `${name} after change ${at}`)) break
    }
    const query = randomQuery(choices, name)
    const [expected, found] = await Promise.all(stores.map(store => collectionOf(store, name).find(query)))
    matched += expected.records.length
    const same = t.strictSame(found, expected, `query ${at} of ${name}`)
    if (!same) {
      t.comment(JSON.stringify(query, undefined, 1))
      break
    }
  }
  t.ok(matched > queries, `${matched} records were found`)
  for (const store of stores) await store.close()
})
