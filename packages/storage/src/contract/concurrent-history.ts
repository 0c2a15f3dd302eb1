import assert from 'node:assert/strict'
import type { Store, StoreTransaction } from '../index.js'
import { type Choices, randomChoices } from './random-choices.js'
import { libraryIn, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleSubject } from './sample-records.js'

/** Options of `checkHistory`. */
export interface HistoryOptions {
  /** An empty store, prepared for the sample collections; several if they are of different processes of one database. */
  readonly stores: readonly Store[]
  /** Decides what each client does; a failure names it. */
  readonly seed: number
  /** How many clients run transactions at the same time; 6 by default. */
  readonly clients?: number
  /** How many transactions each client runs; 8 by default. */
  readonly transactions?: number
}

const REGISTERS = 4
const whereSubjects = sampleCollections.subjects.where
const whereBooks = sampleCollections.books.where

/** What a committed transaction read and wrote: lists as it saw them, and the values that it appended. */
interface Committed {
  readonly reads: ReadonlyMap<number, readonly string[]>
  readonly appends: ReadonlyMap<number, readonly string[]>
}

/** A failure that a client causes itself, after its writes. */
class Abandoned extends Error {}

const listOf = (description: string): readonly string[] => (description === '' ? [] : description.split(' '))

/**
 * Runs random transactions of several clients at the same time and checks, from what they saw, that some serial order
 * explains it, as Elle does for lists to which unique values are appended: no committed value is lost, no abandoned one
 * appears, and the dependencies of transactions have no cycle (K. Kingsbury and P. Alvaro, "Elle", VLDB 2020). Also checks
 * that increments add up, that numbers chosen under a lock are distinct, and that totals are those of the records.
 * Rejects with an `AssertionError` that names the seed.
 */
export async function checkHistory({ stores, seed, clients = 6, transactions = 8 }: HistoryOptions): Promise<void> {
  const [first] = stores
  assert.ok(first, 'a store is needed')
  const subjects = libraryIn(first).subjects
  const registers = await subjects.insertMany(
    Array.from({ length: REGISTERS }, (_, at) => sampleSubject({ scheme: 'register', code: `register-${at}` })),
  )
  const ids = registers.map(({ id }) => id)
  const history: Committed[] = []
  let increments = 0
  let books = 0
  const client = async (number: number) => {
    const choices = randomChoices(seed * 1000 + number)
    const store = stores[number % stores.length] ?? first
    for (let at = 0; at < transactions; at++) {
      const plan = planOf(choices, ids, `${number}.${at}`)
      try {
        history.push(await store.transaction(tx => plan.run(tx), { concurrent: choices.chance(0.9) }))
        increments += plan.increment
        books += plan.insertsBook ? 1 : 0
      } catch (error) {
        if (!(error instanceof Abandoned)) throw error
      }
      if (choices.chance(0.3)) history.push(await readAll(store, ids))
    }
  }
  const message = (what: string) => `${what} (seed ${seed})`
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))

  const { records } = await subjects.find({ where: whereSubjects.in('id', ids) })
  const last = new Map(records.map(({ id, description }) => [id, listOf(description)]))
  requireSerial(history, last, message)
  const counted = records.reduce((sum, { count }) => sum + count, 0)
  assert.equal(counted, increments, message('increments are lost'))
  const numbered = await subjects.find({ where: whereSubjects.eq('scheme', 'numbered') })
  const numbers = numbered.records.map(({ group }) => group).sort((a, b) => a - b)
  assert.deepEqual(numbers, [...numbers.keys()], message('chosen numbers repeat'))
  const { total } = await libraryIn(first).books.find({
    where: whereBooks.eq('format', 'novel'),
    limit: 0,
    total: true,
  })
  assert.equal(total, books, message('a total differs from the records'))
}

/** One transaction, decided before it runs: a store may run it again. */
function planOf(choices: Choices, ids: readonly number[], name: string) {
  const steps = Array.from({ length: 1 + choices.below(4) }, (_, at) => ({
    id: choices.pick(ids),
    value: choices.chance(0.6) ? `${name}.${at}` : undefined,
  }))
  const increment = choices.chance(0.4) ? 1 + choices.below(3) : 0
  const incremented = choices.pick(ids)
  const choosesNumber = choices.chance(0.2)
  const insertsBook = choices.chance(0.3)
  const isAbandoned = choices.chance(0.15)
  const locksAtOnce = choices.chance(0.95)
  return {
    increment: isAbandoned ? 0 : increment,
    insertsBook: insertsBook && !isAbandoned,
    async run(tx: StoreTransaction): Promise<Committed> {
      const { subjects, books } = libraryIn(tx)
      const reads = new Map<number, readonly string[]>()
      const appends = new Map<number, string[]>()
      // Registers are locked in an order that cannot deadlock, or one by one: then the store repeats transactions.
      if (locksAtOnce) await tx.lock(steps.map(({ id }) => `register ${id}`))
      for (const { id, value } of steps) {
        await tx.lock([`register ${id}`])
        const list = listOf((await subjects.get(id))?.description ?? '')
        const before = appends.get(id)
        if (before === undefined) reads.set(id, list)
        if (value === undefined) continue
        await subjects.update(id, { description: [...list, value].join(' ') })
        appends.set(id, [...(before ?? []), value])
      }
      if (increment > 0) await subjects.increment('count', new Map([[incremented, increment]]))
      if (choosesNumber) {
        await tx.lock(['numbers'])
        const group = await subjects.count(whereSubjects.eq('scheme', 'numbered'))
        await subjects.insert(sampleSubject({ scheme: 'numbered', code: `number-${name}`, group }))
      }
      if (insertsBook) await books.insert(sampleBook())
      if (isAbandoned) throw new Abandoned()
      return { reads, appends }
    },
  }
}

/** Reads all registers with one query, outside of transactions. */
async function readAll(store: Store, ids: readonly number[]): Promise<Committed> {
  const { records } = await libraryIn(store).subjects.find({ where: whereSubjects.in('id', ids) })
  return { reads: new Map(records.map(({ id, description }) => [id, listOf(description)])), appends: new Map() }
}

/** Throws unless a serial order of the transactions explains what they read, and the lists at the end. */
function requireSerial(
  history: readonly Committed[],
  last: ReadonlyMap<number, readonly string[]>,
  message: (what: string) => string,
): void {
  const writers = new Map<string, number>()
  for (const [at, { appends }] of history.entries())
    for (const values of appends.values()) for (const value of values) writers.set(value, at)
  const stored = [...last.values()].flat()
  assert.deepEqual(
    [...stored].sort(),
    [...writers.keys()].sort(),
    message('committed values are lost, or others stored'),
  )
  const following = history.map(() => new Set<number>())
  const precedes = (before: number | undefined, after: number | undefined) => {
    if (before !== undefined && after !== undefined && before !== after) following[before]?.add(after)
  }
  for (const list of last.values())
    for (let at = 1; at < list.length; at++) precedes(writers.get(list[at - 1] ?? ''), writers.get(list[at] ?? ''))
  for (const [reader, { reads }] of history.entries()) {
    for (const [id, seen] of reads) {
      const list = last.get(id) ?? []
      assert.deepEqual(seen, list.slice(0, seen.length), message('a transaction has read what was never there'))
      precedes(writers.get(seen.at(-1) ?? ''), reader)
      precedes(reader, writers.get(list[seen.length] ?? ''))
    }
  }
  requireNoCycle(following, message)
}

/** Removes what nothing precedes, again and again: what remains is in a cycle, or follows one. */
function requireNoCycle(following: readonly ReadonlySet<number>[], message: (what: string) => string): void {
  const preceding = following.map(() => 0)
  for (const after of following) for (const each of after) preceding[each] = (preceding[each] ?? 0) + 1
  const free = [...preceding.keys()].filter(each => preceding[each] === 0)
  let removed = 0
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    removed++
    for (const each of following[next] ?? []) {
      preceding[each] = (preceding[each] ?? 0) - 1
      if (preceding[each] === 0) free.push(each)
    }
  }
  assert.equal(removed, following.length, message('no serial order explains what transactions have read'))
}
