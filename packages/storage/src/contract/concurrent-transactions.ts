import assert from 'node:assert/strict'
import type { Store } from '../index.js'
import { type AddCase, present, rejects } from './cases.js'
import { checkHistory } from './concurrent-history.js'
import { libraryIn, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleMember, sampleSubject } from './sample-records.js'

const CLIENTS = 12
const SEEDS = 10
const whereSubjects = sampleCollections.subjects.where

const pause = () => new Promise<void>(resolve => setTimeout(resolve, 1))

const atOnce = (work: (number: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: CLIENTS }, (_, number) => work(number)))

const allSucceed = (results: readonly PromiseSettledResult<unknown>[]) =>
  assert.deepEqual(
    results.filter(({ status }) => status === 'rejected'),
    [],
  )

/** Transactions that run beside each other, where the store lets them. */
export function concurrentCases(add: AddCase): void {
  add('increments add up', async (store, { subjects }) => {
    const { id } = await subjects.insert(sampleSubject({ count: 1 }))
    const other = await subjects.insert(sampleSubject({ code: 'other', count: 5 }))
    const results = await atOnce(() =>
      store.transaction(
        async tx => {
          await libraryIn(tx).subjects.increment('count', new Map([[id, 2]]))
          await pause()
          await libraryIn(tx).subjects.increment('count', new Map([[id, -1]]), { keepVersion: true })
        },
        { concurrent: true },
      ),
    )
    allSucceed(results)
    const stored = present(await subjects.get(id))
    assert.deepEqual([stored.count, stored.version], [1 + CLIENTS, 1 + CLIENTS])
    await subjects.increment(
      'count',
      new Map([
        [id, -100],
        [other.id, 2],
        [99_999, 1],
      ]),
    )
    assert.deepEqual([(await subjects.get(id))?.count, (await subjects.get(other.id))?.count], [0, 7])
  })

  add('a lock keeps decisions apart', async (store, { subjects }) => {
    const choose = (number: number) =>
      store.transaction(
        async tx => {
          await tx.lock(['others', 'codes'])
          const used = await libraryIn(tx).subjects.count(whereSubjects.eq('scheme', 'topic'))
          await pause()
          await libraryIn(tx).subjects.insert(sampleSubject({ code: `subject-${used}`, group: number }))
        },
        { concurrent: true },
      )
    allSucceed(await atOnce(choose))
    assert.equal((await subjects.distinct('code', whereSubjects.eq('scheme', 'topic'))).size, CLIENTS)
  })

  add('locks in any order end', async (store, { subjects }) => {
    const { id } = await subjects.insert(sampleSubject())
    const append = (number: number) =>
      store.transaction(
        async tx => {
          await tx.lock([`key ${number % 2}`])
          await pause()
          await tx.lock([`key ${(number + 1) % 2}`])
          const { description } = present(await libraryIn(tx).subjects.get(id))
          await libraryIn(tx).subjects.update(id, { description: `${description}${number}.` })
        },
        { concurrent: true },
      )
    allSucceed(await atOnce(append))
    const { description } = present(await subjects.get(id))
    assert.equal(new Set(description.split('.')).size, CLIENTS + 1, 'none is lost')
  })

  add('options under a lock', async (store: Store) => {
    await store.options.set('list', [])
    const append = (number: number) =>
      store.transaction(
        async tx => {
          await tx.options.get('list')
          await tx.lock(['list'])
          const list = (await tx.options.get('list')) as readonly number[]
          await tx.options.set('list', [...list, number])
        },
        { concurrent: true },
      )
    allSucceed(await atOnce(append))
    assert.equal(((await store.options.get('list')) as readonly number[]).length, CLIENTS)
  })

  add('a unique key is a net', async (store, { members }) => {
    const results = await atOnce(() =>
      store.transaction(async tx => libraryIn(tx).members.insert(sampleMember('same')), { concurrent: true }),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal(await members.count(), 1)
    await rejects(members.insert(sampleMember('same')), 'conflict', 'login')
  })

  add('one version wins', async (store, { books }) => {
    const { id, version } = await books.insert(sampleBook())
    const results = await atOnce(number =>
      store.transaction(async tx => libraryIn(tx).books.update(id, { title: `${number}` }, { version }), {
        concurrent: true,
      }),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await books.get(id))?.version, version + 1)
  })

  add('other transactions run alone', async (store, { subjects }) => {
    const { id } = await subjects.insert(sampleSubject())
    const raise = (number: number) =>
      store.transaction(
        async tx => {
          const { count } = present(await libraryIn(tx).subjects.get(id))
          await pause()
          // Concurrent ones may only add.
          if (number % 3 === 0) await libraryIn(tx).subjects.update(id, { count: count + 1 })
          else await libraryIn(tx).subjects.increment('count', new Map([[id, 1]]))
        },
        { concurrent: number % 3 !== 0 },
      )
    allSucceed(await atOnce(raise))
    assert.equal((await subjects.get(id))?.count, CLIENTS)
  })

  add('some serial order explains random transactions', async store => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      await libraryIn(store).subjects.removeWhere(whereSubjects.and())
      await libraryIn(store).books.removeWhere(sampleCollections.books.where.and())
      await checkHistory({ stores: [store], seed })
    }
  })
}
