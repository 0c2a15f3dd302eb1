import assert from 'node:assert/strict'
import { type FillingProgress, fillInBatches, forgetFilling, isFilled, type StoreSession } from '../index.js'
import type { AddCase } from './cases.js'
import { sampleCollections } from './sample-collections.js'
import { sampleBook } from './sample-records.js'

/** Filling in batches. */
export function fillingCases(add: AddCase): void {
  const { books: collection } = sampleCollections

  add('filling in batches', async (store, { books }) => {
    await books.insertMany(Array.from({ length: 8 }, (_, at) => sampleBook({ code: `${at}`, volume: at })))
    await books.remove(3)
    const filled: (readonly number[])[] = []
    const progress: FillingProgress[] = []
    let fails = true
    const filling = {
      name: 'titles',
      collection,
      fields: ['volume'] as const,
      where: collection.where.lt('volume', 7),
      batchSize: 2,
      async fill(records: readonly { readonly id: number; readonly volume: number }[], tx: StoreSession) {
        await tx
          .collection(collection)
          .updateMany(records.map(({ id, volume }) => ({ id, changes: { volume: volume + 100 } })))
        if (fails && records.some(({ id }) => id === 5)) throw new RangeError('no')
        filled.push(records.map(({ id }) => id))
      },
    }
    const options = { onProgress: (one: FillingProgress) => progress.push(one) }
    await assert.rejects(fillInBatches(store, filling, options), { message: 'no' })
    assert.deepEqual(filled, [[1, 2]])
    assert.equal(await isFilled(store, 'titles'), false)
    assert.deepEqual(await volumes(), [100, 101, 3, 4, 5, 6, 7], 'a batch is stored as a whole or not at all')
    fails = false
    await fillInBatches(store, filling, options)
    assert.deepEqual(filled, [[1, 2], [4, 5], [6, 7], []].slice(0, filled.length), 'it continues after what is stored')
    assert.deepEqual(await volumes(), [100, 101, 103, 104, 105, 106, 7])
    assert.deepEqual(progress.at(0), { name: 'titles', position: 2, last: 8 })
    assert.equal(await isFilled(store, 'titles'), true)
    await fillInBatches(store, filling, options)
    assert.equal(filled.flat().length, 6, 'once')
    await forgetFilling(store, 'titles')
    assert.equal(await isFilled(store, 'titles'), false)
    await fillInBatches(store, { ...filling, concurrent: true, where: undefined, batchSize: 500 })
    assert.deepEqual(filled.at(-1), [1, 2, 4, 5, 6, 7, 8])

    async function volumes() {
      return (await books.pick(['volume'], { order: [{ by: 'field', field: 'id', direction: 'asc' }] })).map(
        ({ volume }) => volume,
      )
    }
  })

  add('several processes fill together', async (store, { books }) => {
    await books.insertMany(Array.from({ length: 20 }, (_, at) => sampleBook({ code: `${at}` })))
    const filled: number[] = []
    const filling = {
      name: 'together',
      collection,
      fields: [],
      batchSize: 3,
      concurrent: true,
      fill: async (records: readonly { readonly id: number }[]) => {
        for (const { id } of records) filled.push(id)
      },
    }
    await Promise.all([fillInBatches(store, filling), fillInBatches(store, filling), fillInBatches(store, filling)])
    assert.deepEqual(
      filled,
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
  })
}
