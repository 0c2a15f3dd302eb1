import assert from 'node:assert/strict'
import { defineCollection, text } from '../index.js'
import { type AddCase, insertAll, odd, rejects } from './cases.js'
import { journals, ratings, sampleCollections } from './sample-collections.js'
import { sampleBook, sampleJournal } from './sample-records.js'

const whereBooks = sampleCollections.books.where
const { and, eq, has, not } = journals.where

/** Preparing a store for more collections, and columns, keys and relations without hints. */
export function preparedCollectionCases(add: AddCase): void {
  add('a collection must be prepared', async (store, { books }) => {
    assert.throws(() => store.collection(journals), TypeError)
    await assert.rejects(
      books.find({ where: whereBooks.exists(journals.where, { foreign: 'book', local: 'id' }) }),
      TypeError,
    )
    await store.prepare([ratings, journals])
    await store.prepare([])
    await store.prepare([ratings])
    await store.prepare([journals, ratings])
    assert.equal(await store.collection(journals).count(), 0)
    const other = defineCollection({ name: 'journals', columns: { name: text() } })
    await assert.rejects(store.prepare([journals, other]), TypeError, 'one name, two declarations')
    assert.throws(() => defineCollection({ name: 'options', columns: { name: text() } }), TypeError)
  })

  add('a column of dates refuses what is not a date', async store => {
    await store.prepare([journals, ratings])
    const collection = store.collection(journals)
    const { id } = await collection.insert(sampleJournal('1'))
    const wrong: readonly unknown[] = [
      ...['', 'x', '2024', '2024-01-01', '2024-01-01 00:00:00', '2024-01-01T00:00', '2024-01-01T00:00:00Z'],
      ...['2024-01-01T00:00:00+02:00', '2024-01-01T00:00:00.5', '2024-02-30T00:00:00', '2023-02-29T00:00:00'],
      ...['2024-00-01T00:00:00', '2024-13-01T00:00:00', '2024-01-00T00:00:00', '2024-01-32T00:00:00'],
      ...['2024-01-01T24:00:00', '2024-01-01T00:60:00', '2024-01-01T00:00:60', '10000-01-01T00:00:00', null, 7, true],
    ]
    const invalid = { code: 'invalid', field: 'published' }
    for (const value of wrong) {
      const published = value as string
      const all = [sampleJournal('3'), { ...sampleJournal('4'), published }]
      const name = JSON.stringify(value)
      await assert.rejects(collection.insert({ ...sampleJournal('2'), published }), invalid, name)
      await assert.rejects(collection.insertMany(all), invalid, name)
      await assert.rejects(collection.update(id, { published }), invalid, name)
      await assert.rejects(collection.updateMany([{ id, changes: { published } }]), invalid, name)
      await assert.rejects(collection.updateWhere(eq('issn', '1'), { published }), invalid, name)
    }
    for (const published of ['0000-01-01T00:00:00', '2024-02-29T23:59:59', '9999-12-31T23:59:59'])
      assert.equal((await collection.update(id, { published })).published, published)
    assert.equal(await collection.count(), 1)
  })

  add('records of another collection', async store => {
    await store.prepare([journals, ratings])
    const collection = store.collection(journals)
    const first = await collection.insert(sampleJournal('1'))
    assert.deepEqual(first, {
      ...{ id: 1, version: 1, ...sampleJournal('1') },
      ...{ pages: 100, inPrint: true, volumeOf: 0 },
    })
    const blurb = 'Über a long way'
    const [second] = await insertAll(collection, [
      {
        ...sampleJournal('2'),
        id: 7,
        pages: 3,
        inPrint: false,
        signed: true,
        shelfMark: 'Ä1',
        tags: ['x', 'y'],
        blurb,
      },
      { ...sampleJournal('3'), signed: false },
    ])
    assert.deepEqual(await collection.get(7), second)
    assert.deepEqual(second, {
      ...{ id: 7, version: 1, ...sampleJournal('2'), volumeOf: 0 },
      ...{ pages: 3, inPrint: false, signed: true, shelfMark: 'Ä1', tags: ['x', 'y'], blurb },
    })
    const cases = [
      ['true', eq('inPrint', true), '13'],
      ['false', eq('inPrint', false), '2'],
      ['a number is not a boolean', eq('inPrint', odd(1)), ''],
      ['a boolean is not a number', eq('volumeOf', odd(false)), ''],
      ['null', eq('signed', null), '1'],
      ['not null', not(eq('signed', null)), '23'],
      ['in', journals.where.in('signed', odd([true, null, 0])), '12'],
      ['in many', journals.where.in('signed', [...Array(20).fill(1), false]), '3'],
      ['notIn', journals.where.notIn('signed', [true, null]), '3'],
      ['no order of truth values', journals.where.gte('inPrint', false), ''],
      ['text in a truth value', journals.where.containsText('inPrint', 'true'), ''],
      ['a list', has('tags', 'y'), '2'],
      ['search', journals.where.containsText('blurb', 'UBER a'), '2'],
      ['folded', journals.where.equalsText('shelfMark', 'a1'), '2'],
      ['the end', journals.where.endsWith('title', 'of 3'), '3'],
      ['the end, exactly', journals.where.endsWith('title', 'OF 3'), ''],
      ['an empty end', journals.where.endsWith('title', ''), '123'],
      ['an empty end of null', journals.where.endsWith('shelfMark', ''), '2'],
      ['the end of a number', journals.where.endsWith('pages', '0'), ''],
    ] as const
    for (const [name, condition, expected] of cases) {
      const { records, total } = await collection.find({ where: condition, total: true })
      assert.equal(records.map(({ issn }) => issn).join(''), expected, name)
      assert.equal(total, expected.length, `${name}: total`)
    }
    const sorted = async (direction: 'asc' | 'desc') => {
      const order = [{ by: 'field', field: 'signed', direction } as const]
      return (await collection.find({ order })).records.map(({ signed }) => signed)
    }
    assert.deepEqual(
      [await sorted('asc'), await sorted('desc')],
      [
        [null, false, true],
        [true, false, null],
      ],
    )
    const placed = await collection.find({ order: [{ by: 'position', field: 'signed', values: [false, null] }] })
    assert.deepEqual(
      placed.records.map(({ signed }) => signed),
      [false, null, true],
    )
    assert.equal((await collection.update(7, { inPrint: true, signed: null })).inPrint, true)
    assert.equal(await collection.updateWhere(eq('issn', '3'), { pages: 1, blurb: 'New words' }), 1)
    assert.equal(await collection.count(and(eq('pages', 1), journals.where.containsText('blurb', 'new w'))), 1)
    assert.equal(
      await collection.count(journals.where.exists(journals.where, { foreign: 'inPrint', local: 'inPrint' })),
      3,
    )
    assert.equal(await collection.count(journals.where.exists(journals.where, { foreign: 'id', local: 'inPrint' })), 0)
    assert.equal(await collection.removeWhere(eq('inPrint', true)), 3)
  })

  add('totals of columns by which records are counted', async store => {
    await store.prepare([journals, ratings])
    const collection = store.collection(journals)
    const totals = async ({ count } = collection) => [
      await count(),
      await count(eq('inPrint', true)),
      await count(and(not(eq('inPrint', true)), journals.where.lt('volumeOf', 2))),
      await count(and(eq('inPrint', true), eq('pages', 100))),
    ]
    await collection.insertMany(['1', '2', '3', '4'].map(issn => sampleJournal(issn)))
    assert.deepEqual(await totals(), [4, 4, 0, 4])
    await collection.update(1, { inPrint: false })
    assert.deepEqual(await totals(), [4, 3, 1, 3])
    await collection.updateWhere(eq('inPrint', true), { volumeOf: 2, inPrint: false })
    assert.deepEqual(await totals(), [4, 0, 1, 0])
    await rejects(collection.insertMany([sampleJournal('5'), sampleJournal('1')]), 'conflict', 'issn')
    assert.deepEqual(await totals(), [4, 0, 1, 0], 'a write that fails')
    const changed = store.transaction(async tx => {
      const own = tx.collection(journals)
      await rejects(own.insertMany([sampleJournal('6'), sampleJournal('1')]), 'conflict', 'issn')
      await own.updateMany([1, 2].map(id => ({ id, changes: { inPrint: true, volumeOf: id } })))
      assert.deepEqual(await totals(own), [4, 2, 0, 2])
      throw new Error('no')
    })
    await assert.rejects(changed, { message: 'no' })
    const more = [sampleJournal('7'), sampleJournal('8')]
    await store.transaction(tx => tx.collection(journals).insertMany(more), { bulk: true })
    assert.deepEqual(await totals(), [6, 2, 1, 2])
    await collection.remove(1)
    assert.deepEqual(await totals(), [5, 2, 0, 2])
    await collection.removeWhere(eq('volumeOf', 2))
    assert.deepEqual(await totals(), [2, 2, 0, 2])
  })

  add('unique keys of another collection', async store => {
    await store.prepare([journals, ratings])
    const collection = store.collection(journals)
    await collection.insertMany([{ ...sampleJournal('1'), shelfMark: 'Äb' }, sampleJournal('2'), sampleJournal('3')])
    await rejects(collection.insert(sampleJournal('1')), 'conflict', 'issn')
    await rejects(collection.insert({ ...sampleJournal('4'), shelfMark: 'AB' }), 'conflict', 'shelfMark')
    assert.ok(await collection.insert({ ...sampleJournal('4'), shelfMark: 'AB', inPrint: false }), 'another key')
    await rejects(collection.update(2, { shelfMark: 'ab' }), 'conflict', 'shelfMark')
    assert.equal((await collection.update(1, { shelfMark: 'aB' })).shelfMark, 'aB', 'nothing conflicts with itself')
    assert.equal(await collection.count(eq('shelfMark', null)), 2, 'null conflicts with nothing')
  })

  add('relations of another collection', async (store, { books }) => {
    await store.prepare([journals, ratings])
    const book = await books.insert(sampleBook({ code: 'a', content: 'Of journals' }))
    const collection = store.collection(journals)
    const [one, two, three] = await insertAll(collection, [
      { ...sampleJournal('1'), book: book.id },
      { ...sampleJournal('2'), volumeOf: 1, pages: 20 },
      { ...sampleJournal('3'), volumeOf: 1, book: 999 },
    ])
    const [review] = await insertAll(store.collection(ratings), [
      { journal: 1, stars: 5 },
      { journal: 4, stars: 1 },
    ])
    const all = ['book', 'volumes', 'thinVolumes', 'ratings'] as const
    const { related } = await collection.find({ with: all })
    assert.deepEqual([...related.book], [[1, book]])
    assert.deepEqual([...related.volumes], [[1, [two, three]]])
    assert.deepEqual([...related.thinVolumes], [[1, { count: 1, latest: 2 }]])
    assert.deepEqual([...related.ratings], [[1, [review]]])
    assert.deepEqual(await collection.related([1, 2, 3], all), related)
    assert.deepEqual(await collection.related([], ['book']), { book: new Map() })
    const withJournal = whereBooks.exists(journals.where, { foreign: 'book', local: 'id' }, eq('inPrint', true))
    assert.deepEqual((await books.find({ where: withJournal })).records, [book])
    const ofBook = journals.where.exists(whereBooks, { foreign: 'id', local: 'book' }, whereBooks.eq('code', 'a'))
    assert.deepEqual((await collection.find({ where: ofBook })).records, [one])
    const rated = journals.where.existsForEach(ratings.where, { foreign: 'journal', local: 'id' }, 'stars', [
      [5],
      [4, 5],
    ])
    assert.equal(await collection.count(rated), 1)
  })

  add('transactions over another collection', async store => {
    await store.prepare([journals, ratings])
    const before = store.revision()
    const work = store.transaction(async tx => {
      await tx.collection(journals).insert(sampleJournal('1'))
      assert.equal(await tx.collection(journals).count(), 1)
      throw new Error('no')
    })
    await assert.rejects(work, { message: 'no' })
    assert.equal(await store.collection(journals).count(), 0)
    await store.transaction(tx => tx.collection(journals).insert(sampleJournal('1')))
    assert.notEqual(store.revision(), before)
    assert.equal(await store.collection(journals).count(), 1)
  })

  add('revisions and reads of collections with any name', async store => {
    await store.prepare([journals, ratings])
    const read = new Set<string | undefined>()
    const stop = store.onRead?.(names => {
      for (const name of names ?? [undefined]) read.add(name)
    })
    const rated = { where: journals.where.exists(ratings.where, { foreign: 'journal', local: 'id' }) }
    await store.collection(journals).find(rated)
    if (stop) assert.deepEqual([...read].sort(), ['journalRatings', 'journals'])
    read.clear()
    const stars = journals.where.orderByRelated(ratings.where, { foreign: 'journal', local: 'id' }, 'stars', 'asc')
    await store.collection(journals).find({ order: [stars] })
    if (stop) assert.deepEqual([...read].sort(), ['journalRatings', 'journals'])
    await store.options.get('name')
    await store.transaction(async () => undefined)
    if (stop) assert.deepEqual([...read].slice(2), ['options', undefined])
    read.clear()
    stop?.()
    await store.collection(journals).find({})
    assert.equal(read.size, 0)
    const names = [ratings.name]
    const before = store.revision(names)
    const { id } = await store.collection(journals).insert(sampleJournal('1'))
    assert.ok(!(store.revision(names) > before) || !stop, 'a store that tells reads apart tells writes apart')
    await store.collection(ratings).insert({ journal: id, stars: 5 })
    assert.ok(store.revision(names) > before)
  })
}
