import { createMemoryStore } from '@platen/memory'
import type { CollectionName } from '@platen/site'
import {
  type AnyCollection,
  type AnyRecord,
  type Condition,
  type RecordUpdate,
  type Store,
  StoreError,
} from '@platen/storage'
import t, { type Test } from 'tap'
import { someOf } from '../scale.js'
import { openNewFile } from '../site/sqlite-file.js'
import { noServer, openNewSchema } from '../sql/postgres/new-schema.js'
import { type Choices, randomChoices } from './random-choices.js'
import { COLLECTIONS, randomCondition, randomQuery, randomRecord } from './random-queries.js'

const seed = Number(process.env.SEED ?? Date.now() % 1e9)
const queries = Number(process.env.QUERIES ?? someOf(1500, 3))

const collectionOf = (store: Store, name: CollectionName) => store[name] as unknown as AnyCollection

async function fill(choices: Choices, stores: readonly Store[]): Promise<void> {
  for (const name of COLLECTIONS) {
    const records = Array.from({ length: 40 }, (_, at) => randomRecord(choices, name, at))
    for (const store of stores) await collectionOf(store, name).insertMany(records)
  }
}

interface Change {
  readonly where: Condition<AnyRecord>
  /** The changes; without any, matching records are removed. */
  readonly changes: Readonly<Record<string, unknown>> | undefined
  /** Or the changes of records with these ids. */
  readonly updates: readonly RecordUpdate<AnyRecord>[]
}

function randomChange(choices: Choices, name: CollectionName): Change {
  const where = randomCondition(choices, name, 2)
  const fields = Object.entries(randomRecord(choices, name, choices.below(40)))
  const ids = Array.from({ length: choices.below(5) }, () => 1 + choices.below(45))
  const update = (id: number) => {
    const own = Object.entries(randomRecord(choices, name, choices.below(40)))
    return { id, changes: Object.fromEntries(choices.some(own, 3)) }
  }
  return {
    where,
    changes: choices.chance(0.1) ? undefined : Object.fromEntries(choices.some(fields, 3)),
    updates: choices.chance(0.3) ? [...new Set(ids)].map(update) : [],
  }
}

/** How many records a store says it changed, or the code with which it refused. */
async function apply(store: Store, name: CollectionName, { where, changes, updates }: Change): Promise<unknown> {
  const collection = collectionOf(store, name)
  try {
    if (updates.length > 0) return await collection.updateMany(updates)
    return await (changes ? collection.updateWhere(where, changes) : collection.removeWhere(where))
  } catch (error) {
    return error instanceof StoreError ? error.code : error
  }
}

/** Compares a store with the one that defines the behaviour. */
async function compareWithMemory(t: Test, other: Store): Promise<void> {
  const choices = randomChoices(seed)
  const stores = [createMemoryStore(), other]
  await fill(choices, stores)
  let matched = 0
  for (let at = 0; at < queries; at++) {
    const name = choices.pick(COLLECTIONS)
    if (at % 10 === 0) {
      const change = randomChange(choices, name)
      const [expected, found] = await Promise.all(stores.map(store => apply(store, name, change)))
      const [before, after] = await Promise.all(stores.map(store => collectionOf(store, name).find({})))
      const same = t.strictSame(
        [found, after.records],
        [expected, before.records],
        `change ${at} of ${name}: ${expected}`,
      )
      if (!same) {
        t.comment(JSON.stringify(change, undefined, 1))
        break
      }
    }
    const query = randomQuery(choices, name)
    const [expected, found] = await Promise.all(stores.map(store => collectionOf(store, name).find(query)))
    matched += expected.records.length
    const fields = choices.some(Object.keys(randomRecord(choices, name, 0)), 4)
    const { with: _with, ...alone } = query
    const picked = await Promise.all(stores.map(store => collectionOf(store, name).pick(fields, alone)))
    const same =
      t.strictSame(found, expected, `query ${at} of ${name}`) &&
      t.strictSame(picked[1], picked[0], `query ${at} of some fields of ${name}`)
    if (!same) {
      t.comment(JSON.stringify(query, undefined, 1))
      break
    }
  }
  t.ok(matched > queries, `${matched} records were found`)
  for (const store of stores) await store.close()
}

t.test(`memory and SQLite agree (SEED=${seed})`, async t =>
  compareWithMemory(t, await openNewFile(`${t.testdir()}/site.sqlite`)),
)

const reason = await noServer()

t.test(`memory and PostgreSQL agree (SEED=${seed})`, reason === undefined ? {} : { skip: reason }, async t =>
  compareWithMemory(t, await openNewSchema()),
)
