import {
  type AnyCollection,
  type AnyRecord,
  type CollectionName,
  type Condition,
  type Store,
  StoreError,
  type StoreSession,
} from '@platen/site'
import type { Choices } from './random-choices.js'
import { COLLECTIONS, randomCondition, randomRecord } from './random-queries.js'

/** The collections that are written and counted. */
const NAMES = COLLECTIONS.filter(name => name !== 'applicationPasswords')

/** What is counted again and again; `upTo` is where counting may stop. */
export interface Question {
  readonly name: CollectionName
  readonly where: Condition<AnyRecord> | undefined
  readonly upTo: number | undefined
}

export const collectionOf = (session: StoreSession, name: CollectionName) => session[name] as unknown as AnyCollection

/** How many records an answer says there are. */
export async function answer(session: StoreSession, { name, where, upTo }: Question): Promise<number | undefined> {
  const collection = collectionOf(session, name)
  if (upTo === undefined) return collection.count(where)
  const { total, capped = false } = await collection.find({ where, limit: 1, total: upTo })
  return capped ? -1 : total
}

/** Conditions, most of them of comparisons that many records satisfy. */
export function randomQuestions(choices: Choices, count: number): readonly Question[] {
  return Array.from({ length: count }, () => {
    const name = choices.pick(NAMES)
    const upTo = choices.chance(0.3) ? choices.below(60) : undefined
    if (choices.chance(0.05)) return { name, where: undefined, upTo }
    if (choices.chance(0.2)) return { name: 'posts', where: counted(choices, 2), upTo }
    const where = choices.chance(0.7) ? comparison(choices, name, 2) : randomCondition(choices, name, 2)
    return { name, where, upTo }
  })
}

/** A condition on the columns by which posts are counted. */
function counted(choices: Choices, depth: number): Condition<AnyRecord> {
  const part = () => counted(choices, depth - 1)
  if (depth > 0 && choices.chance(0.7)) {
    if (choices.chance(0.3)) return { op: 'not', condition: part() }
    return { op: choices.pick(['and', 'or'] as const), all: [part(), part()] }
  }
  const field = choices.pick(['type', 'status'] as const)
  const values = Array.from({ length: 12 }, (_, at) => String(randomRecord(choices, 'posts', at)[field]))
  if (choices.chance(0.4)) return { op: choices.pick(['in', 'notIn'] as const), field, values: choices.some(values, 9) }
  if (choices.chance(0.2)) return { op: 'containsText', field, text: choices.pick(values).slice(1) }
  return { op: choices.pick(['eq', 'ne', 'lt', 'gte'] as const), field, value: choices.pick(values) }
}

/** A condition of comparisons with values that records have. */
function comparison(choices: Choices, name: CollectionName, depth: number): Condition<AnyRecord> {
  const part = () => comparison(choices, name, depth - 1)
  if (depth > 0 && choices.chance(0.5)) {
    if (choices.chance(0.3)) return { op: 'not', condition: part() }
    return { op: choices.pick(['and', 'or'] as const), all: [part(), part()] }
  }
  const records = Array.from({ length: 12 }, (_, at) => ({
    ...randomRecord(choices, name, at),
    id: at * 5,
    version: 1 + (at % 3),
  }))
  const fields = Object.entries(records[0] ?? {}).flatMap(([field, value]) => (typeof value === 'object' ? [] : field))
  const field = choices.pick(fields)
  const values = records.map((record: AnyRecord) => record[field] as string | number | null)
  if (choices.chance(0.3))
    return { op: choices.pick(['in', 'notIn'] as const), field, values: choices.some(values, 12) }
  return { op: choices.pick(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const), field, value: choices.pick(values) }
}

/** Writes something; what refuses a value that must be unique is part of it. */
export async function randomWrite(choices: Choices, session: StoreSession): Promise<void> {
  const name = choices.pick(NAMES)
  const collection = collectionOf(session, name)
  const { records } = await collection.find({ limit: 1, offset: choices.below(60) })
  const id = records[0]?.id ?? 1
  const one = () => randomRecord(choices, name, choices.below(1e6))
  const changes = () => {
    // Some change nothing.
    const from = choices.chance(0.2) && records[0] ? records[0] : randomRecord(choices, name, choices.below(1e6))
    const fields = Object.entries(from).filter(([field]) => field !== 'id' && field !== 'version')
    return Object.fromEntries(choices.some(fields, 4))
  }
  const writes: readonly (() => Promise<unknown>)[] = [
    () => collection.insert(one()),
    () => collection.insert(one()),
    () => collection.insertMany(Array.from({ length: choices.chance(0.1) ? 120 : choices.below(4) }, one)),
    () => collection.update(id, changes()),
    () => collection.update(id, changes(), { keepVersion: true }),
    () => collection.update(id, changes(), { version: 1 + choices.below(3) }),
    () => collection.update(1e9, changes()),
    () => collection.updateMany([id, id + 1].map(each => ({ id: each, changes: changes() }))),
    () => collection.updateMany([{ id, changes: changes() }]),
    () => collection.updateWhere(randomCondition(choices, name, 1), changes()),
    () => collection.updateWhere({ op: 'in', field: 'id', values: [id, id + 1] }, changes()),
    () => collection.remove(id),
    () => collection.remove(id),
    () => collection.removeWhere({ op: 'in', field: 'id', values: [id, id + 1, id + 7] }),
    () =>
      collection.removeWhere({
        op: 'and',
        all: [
          { op: 'lt', field: 'id', value: id + 9 },
          randomCondition(choices, name, 1),
          { op: 'gt', field: 'id', value: id - 9 },
        ],
      }),
    () => session.options.set('counter', choices.below(100)),
  ]
  await refusable(choices.pick(writes)())
}

async function refusable(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof StoreError) || !['conflict', 'not_found', 'version'].includes(error.code)) throw error
  }
}

/** Writes in a transaction, which may fail in the end. */
export async function randomTransaction(choices: Choices, store: Store): Promise<void> {
  const [mustFail, grouped, bulk] = [choices.chance(0.3), choices.chance(0.6), choices.chance(0.05)]
  const planned = choices.below(4)
  const work = store.transaction(
    async tx => {
      for (let at = 0; at < planned; at++) await randomWrite(choices, tx)
      if (mustFail) throw new Error('on purpose')
    },
    { grouped, bulk },
  )
  await work.catch((error: unknown) => {
    if (!(error instanceof Error && error.message === 'on purpose')) throw error
  })
}
