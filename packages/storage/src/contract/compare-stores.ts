import assert from 'node:assert/strict'
import {
  type AnyCollection,
  type AnyRecord,
  type CollectionDefinition,
  type Condition,
  type RecordUpdate,
  type Store,
  StoreError,
} from '../index.js'
import { type Choices, randomChoices } from './random-choices.js'
import { RANDOM_COLLECTIONS, randomCondition, randomQuery, randomRecord } from './random-queries.js'

/** Options of `compareStores`. */
export interface CompareStoresOptions {
  /** The store that defines the behaviour, such as `createMemoryStore()`; empty. */
  readonly expected: Store
  /** The store that is compared with it; empty. */
  readonly actual: Store
  /** The number of random queries. 500 by default. */
  readonly queries?: number
  /** Determines the records, queries and changes: the same seed repeats them. 1 by default. */
  readonly seed?: number
}

/**
 * Runs the same random queries and changes on two empty stores, and compares the results. Rejects with an
 * `AssertionError` at the first difference; its message contains the seed, and the query or change as JSON.
 */
export async function compareStores({
  expected,
  actual,
  queries = 500,
  seed = 1,
}: CompareStoresOptions): Promise<void> {
  const choices = randomChoices(seed)
  const stores = [expected, actual] as const
  for (const store of stores) await store.prepare(RANDOM_COLLECTIONS)
  await fill(choices, stores)
  const counted = Array.from({ length: 60 }, () => randomCount(choices))
  let matched = 0
  for (let at = 0; at < queries; at++) {
    const definition = choices.pick(RANDOM_COLLECTIONS)
    const [reference, other] = [opened(expected, definition), opened(actual, definition)]
    if (at % 10 === 0) {
      const change = randomChange(choices, definition)
      const title = `SEED=${seed}, change ${at} of ${definition.name}: ${JSON.stringify(change)}`
      assert.deepEqual(await apply(other, change), await apply(reference, change), title)
      assert.deepEqual((await other.find({})).records, (await reference.find({})).records, title)
      for (const count of choices.some(counted, 12)) {
        const total = await totalOf(expected, count)
        assert.deepEqual(await totalOf(actual, count), total, `${title}, then ${JSON.stringify(count)}`)
      }
    }
    const query = randomQuery(choices, definition)
    const title = `SEED=${seed}, query ${at} of ${definition.name}: ${JSON.stringify(query)}`
    const found = await reference.find(query)
    matched += found.records.length
    assert.deepEqual(await other.find(query), found, title)
    const fields = choices.some(Object.keys(definition.columns), 4)
    const { with: _with, ...alone } = query
    assert.deepEqual(await other.pick(fields, alone), await reference.pick(fields, alone), `${title} (${fields})`)
  }
  assert.ok(matched > queries, `SEED=${seed}: few of the queries match records`)
}

const opened = (store: Store, definition: CollectionDefinition): AnyCollection => store.collection(definition)

async function fill(choices: Choices, stores: readonly Store[]): Promise<void> {
  for (const definition of RANDOM_COLLECTIONS) {
    const records = Array.from({ length: 40 }, (_, at) => randomRecord(choices, definition, at))
    for (const store of stores) await opened(store, definition).insertMany(records)
  }
}

/** A condition that is counted again and again, so that a store may cache the total; up to a limit, if there is one. */
interface Count {
  readonly collection: string
  readonly where: Condition<AnyRecord>
  readonly limit: number | undefined
}

function randomCount(choices: Choices): Count {
  const definition = choices.pick(RANDOM_COLLECTIONS)
  const counted = Object.entries(definition.columns).filter(([field]) => definition.counted.includes(field))
  const columns = choices.chance(0.5) ? Object.fromEntries(counted) : definition.columns
  const where = randomCondition(choices, { ...definition, columns }, 2)
  return { collection: definition.name, where, limit: choices.chance(0.3) ? choices.below(30) : undefined }
}

async function totalOf(store: Store, { collection, where, limit }: Count): Promise<unknown> {
  const definition = RANDOM_COLLECTIONS.find(({ name }) => name === collection)
  if (definition === undefined) throw new TypeError(`There is no collection "${collection}".`)
  if (limit === undefined) return opened(store, definition).count(where)
  const { total, capped } = await opened(store, definition).find({ where, limit: 0, total: limit })
  return { total, capped }
}

interface Change {
  readonly where: Condition<AnyRecord>
  /** The changes; without any, matching records are removed. */
  readonly changes: Readonly<Record<string, unknown>> | undefined
  /** Or the changes of records with these ids. */
  readonly updates: readonly RecordUpdate<AnyRecord>[]
}

function randomChange(choices: Choices, definition: CollectionDefinition): Change {
  const someFields = () =>
    Object.fromEntries(choices.some(Object.entries(randomRecord(choices, definition, choices.below(40))), 3))
  const ids = new Set(Array.from({ length: choices.below(5) }, () => 1 + choices.below(45)))
  return {
    where: randomCondition(choices, definition, 2),
    changes: choices.chance(0.1) ? undefined : someFields(),
    updates: choices.chance(0.3) ? [...ids].map(id => ({ id, changes: someFields() })) : [],
  }
}

/** The number of changed records, or the code of the refusal. */
async function apply(collection: AnyCollection, { where, changes, updates }: Change): Promise<unknown> {
  try {
    if (updates.length > 0) return await collection.updateMany(updates)
    return await (changes ? collection.updateWhere(where, changes) : collection.removeWhere(where))
  } catch (error) {
    if (error instanceof StoreError) return error.code
    throw error
  }
}
