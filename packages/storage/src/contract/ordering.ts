import assert from 'node:assert/strict'
import { type Order, orderedFields, positionOf, type Query } from '../index.js'
import type { AddCase } from './cases.js'
import { type BookRecord, sampleCollections } from './sample-collections.js'
import { sampleBook } from './sample-records.js'

const whereBooks = sampleCollections.books.where

const { MAX_SAFE_INTEGER } = Number

// Their ids follow this order.
const samples = {
  a: { title: 'Zebra', volume: 2, acquired: '2024-03-01T00:00:00', due: null, author: 1 },
  b: { title: 'äpfel', volume: 1, acquired: '2024-01-01T00:00:00', author: 2 },
  c: { title: 'apfel', volume: 2, acquired: '2024-02-01T00:00:00', due: '2023-01-01T00:00:00', author: 1 },
  d: { title: 'Apfel', volume: 1, acquired: '2024-02-01T00:00:00', due: null, author: 3 },
  e: { title: '😀', volume: 10, acquired: '2024-02-01T00:00:00', author: 2 },
  f: { title: '～', volume: -1, acquired: '2024-02-01T00:00:00', author: 4 },
}

type Name = keyof typeof samples
const all = Object.keys(samples) as Name[]

const by = (field: keyof BookRecord, direction: 'asc' | 'desc', folded?: boolean): Order<BookRecord> =>
  folded === undefined ? { by: 'field', field, direction } : { by: 'field', field, direction, folded }

const orders: readonly [name: string, order: readonly Order<BookRecord>[] | undefined, expected: string][] = [
  ['none', undefined, 'abcdef'],
  ['an empty one', [], 'abcdef'],
  ['id, ascending', [by('id', 'asc')], 'abcdef'],
  ['id, descending', [by('id', 'desc')], 'fedcba'],
  ['number, ascending, ties by id', [by('volume', 'asc')], 'fbdace'],
  ['number, descending, ties by id too', [by('volume', 'desc')], 'ecadbf'],
  ['text, by code points', [by('title', 'asc')], 'dacbfe'],
  ['text, descending', [by('title', 'desc')], 'efbcad'],
  ['folded text', [by('title', 'asc', true)], 'bcdafe'],
  ['folded text, descending', [by('title', 'desc', true)], 'efadcb'],
  ['text, explicitly not folded', [by('title', 'asc', false)], 'dacbfe'],
  ['folded text of a number', [by('volume', 'asc', true)], 'fbdace'],
  ['folded text of a field without any', [by('status', 'desc', true)], 'fedcba'],
  ['acquired', [by('acquired', 'desc')], 'afedcb'],
  ['null first, ascending', [by('due', 'asc')], 'adcbef'],
  ['null last, descending', [by('due', 'desc')], 'febcda'],
  ['two fields', [by('acquired', 'asc'), by('volume', 'desc')], 'becdfa'],
  ['two fields, ties in the direction of the last', [by('volume', 'asc'), by('status', 'desc')], 'fdbcae'],
  ['what comes after an id does not count', [by('id', 'desc'), by('volume', 'asc')], 'fedcba'],
  ['position', [{ by: 'position', field: 'author', values: [3, 1] }], 'dacbef'],
  ['position, explicitly ascending', [{ by: 'position', field: 'author', values: [3, 1], direction: 'asc' }], 'dacbef'],
  ['position, descending', [{ by: 'position', field: 'author', values: [3, 1], direction: 'desc' }], 'acdbef'],
  ['position, then a field', [{ by: 'position', field: 'author', values: [2, 1] }, by('volume', 'desc')], 'ebcadf'],
  ['a field, then position', [by('volume', 'asc'), { by: 'position', field: 'author', values: [3, 1] }], 'fdbace'],
  ['position of ids', [{ by: 'position', field: 'id', values: [] }, by('title', 'asc')], 'dacbfe'],
  ['position with values twice', [{ by: 'position', field: 'author', values: [2, 3, 2, 1] }], 'bedacf'],
  ['position of texts', [{ by: 'position', field: 'title', values: ['😀', 'x"y', 'Zebra'] }], 'eabcdf'],
  ['position with null', [{ by: 'position', field: 'due', values: ['2023-01-01T00:00:00', null] }], 'cadbef'],
  [
    'position with null, descending',
    [{ by: 'position', field: 'due', values: ['2023-01-01T00:00:00', null], direction: 'desc' }],
    'adcbef',
  ],
  [
    'position without null of a field that may be it',
    [{ by: 'position', field: 'due', values: ['2023-01-01T00:00:00'] }],
    'cabdef',
  ],
  [
    'position with values of other kinds',
    [{ by: 'position', field: 'author', values: ['3', null, true, 4] }],
    'fabcde',
  ],
  [
    'two positions',
    [
      { by: 'position', field: 'volume', values: [2] },
      { by: 'position', field: 'author', values: [2] },
    ],
    'acbedf',
  ],
  [
    'rank',
    [{ by: 'rank', conditions: [whereBooks.eq('author', 4), whereBooks.containsText('title', 'pfel')] }],
    'fbcdae',
  ],
  [
    'rank, the first that holds',
    [{ by: 'rank', conditions: [whereBooks.lt('volume', 2), whereBooks.eq('author', 3)] }],
    'bdface',
  ],
  ['rank of nothing', [{ by: 'rank', conditions: [] }], 'abcdef'],
  ['rank of what never and always holds', [{ by: 'rank', conditions: [whereBooks.or(), whereBooks.and()] }], 'abcdef'],
  [
    'rank, then a field',
    [{ by: 'rank', conditions: [whereBooks.containsText('title', 'apfel')] }, by('acquired', 'desc')],
    'dcbafe',
  ],
]

const byVolume = [by('volume', 'asc')] // fbdace
const windows: readonly [name: string, query: Query<BookRecord>, expected: string][] = [
  ['a limit', { limit: 2 }, 'fb'],
  ['a limit beyond the end', { limit: 100 }, 'fbdace'],
  ['no records', { limit: 0 }, ''],
  ['less than none', { limit: -1 }, ''],
  ['the largest limit', { limit: MAX_SAFE_INTEGER }, 'fbdace'],
  ['an endless limit', { limit: Number.POSITIVE_INFINITY }, 'fbdace'],
  ['an offset', { offset: 4 }, 'ce'],
  ['no offset', { offset: 0 }, 'fbdace'],
  ['an offset before the start', { offset: -3 }, 'fbdace'],
  ['an offset beyond the end', { offset: 6 }, ''],
  ['limit and offset', { limit: 2, offset: 1 }, 'bd'],
  ['the last of them', { limit: 4, offset: 5 }, 'e'],
]

/** Orders, ties, windows and totals. */
export function orderingCases(add: AddCase): void {
  add('orders', async (_store, { books }) => {
    const names = new Map<number, Name>()
    for (const name of all) names.set((await books.insert(sampleBook(samples[name]))).id, name)
    for (const [name, order, expected] of orders) {
      const { records } = await books.find({ order })
      assert.equal(records.map(({ id }) => names.get(id)).join(''), expected, name)
      assert.equal(names.get((await books.first({ order }))?.id ?? 0), expected[0], `${name}: first`)
    }
  })

  add('records after a place in an order', async (_store, { books }) => {
    const names = new Map<number, Name>()
    for (const name of all) names.set((await books.insert(sampleBook(samples[name]))).id, name)
    for (const [name, order = [], expected] of orders) {
      const fields = orderedFields(order)
      if (fields === undefined) continue
      for (const limit of [1, 2, 4]) {
        const pages: string[] = []
        let after: Query<BookRecord>['after']
        do {
          const { records, total } = await books.find({ order, after, limit, total: true })
          assert.equal(total, all.length, `${name}: the total is of all that match`)
          pages.push(records.map(({ id }) => names.get(id)).join(''))
          const last = records.at(-1)
          after = last && positionOf(last, fields)
        } while (after !== undefined && pages.length < 10)
        assert.equal(pages.join(''), expected, `${name}, pages of ${limit}`)
        assert.equal(pages.length, Math.ceil(all.length / limit) + 1, `${name}, pages of ${limit}: no page has too few`)
      }
    }
  })

  add('records after a place in the order of a query', async (_store, { books }) => {
    for (const name of all) await books.insert(sampleBook(samples[name]))
    for (const order of [
      [{ by: 'field', field: 'id', direction: 'desc' }],
      [
        { by: 'field', field: 'author', direction: 'asc' },
        { by: 'field', field: 'id', direction: 'desc' },
        { by: 'field', field: 'title', direction: 'asc' },
      ],
    ] as const) {
      const { records } = await books.find({ order })
      const [first] = records
      const rest = await books.find({ order, after: first && positionOf(first, order) })
      assert.deepEqual(rest.records, records.slice(1))
    }
  })

  add('records after a place that nobody has any more, among new ones', async (_store, { books }) => {
    const names = new Map<number, string>()
    for (const name of all) names.set((await books.insert(sampleBook(samples[name]))).id, name)
    const order = [by('volume', 'asc')] // fbdace
    const find = async (query: Query<BookRecord>) => (await books.find({ order, ...query })).records
    const [, , last] = await find({ limit: 3 })
    const after = last && positionOf(last, orderedFields(order) ?? [])
    await books.remove(last?.id ?? 0)
    for (const [name, volume] of Object.entries({ g: -5, h: 1, i: 2 }))
      names.set((await books.insert(sampleBook({ volume }))).id, name)
    const rest = await find({ after })
    assert.equal(rest.map(({ id }) => names.get(id)).join(''), 'haci' + 'e', 'those before are not repeated')
    const few = await find({ after, where: whereBooks.eq('volume', 2), offset: 1, limit: 1 })
    assert.equal(few.map(({ id }) => names.get(id)).join(''), 'c', 'conditions and windows hold as well')
    assert.deepEqual((await books.first({ order, after }))?.id, rest[0]?.id, 'the first of them')
  })

  add('places that an order does not have', async (_store, { books }) => {
    const [byTitle] = [by('title', 'asc', true)]
    const id = 1
    const refused: readonly [name: string, query: Query<BookRecord>][] = [
      ['too few values', { order: [byTitle], after: { values: [], id } }],
      ['too many values', { order: [byTitle], after: { values: ['a', 'b'], id } }],
      ['a value of another kind', { order: [byTitle], after: { values: [1], id } }],
      ['null where there is none', { order: [byTitle], after: { values: [null], id } }],
      ['not a number', { order: [by('volume', 'asc')], after: { values: [Number.NaN], id } }],
      ['an order by position', { order: [{ by: 'position', field: 'id', values: [2, 1] }], after: { values: [], id } }],
      ['an order by rank', { order: [{ by: 'rank', conditions: [] }], after: { values: [], id } }],
      ['a random order', { order: [{ by: 'random' }], after: { values: [], id } }],
      ['no id', { order: [byTitle], after: { values: ['a'], id: Number.NaN } }],
    ]
    for (const [name, query] of refused) await assert.rejects(books.find(query), TypeError, name)
  })

  add('random order', async (_store, { books }) => {
    for (const name of all) await books.insert(sampleBook(samples[name]))
    const found = new Set<string>()
    for (let time = 0; time < 40 && found.size < 2; time++) {
      const { records } = await books.find({ order: [{ by: 'random' }], limit: 4 })
      assert.equal(new Set(records.map(({ id }) => id)).size, 4)
      found.add(records.map(({ id }) => id).join())
    }
    assert.equal(found.size, 2, 'another order another time')
  })

  add('windows and totals', async (_store, { books }) => {
    const names = new Map<number, Name>()
    for (const name of all) names.set((await books.insert(sampleBook(samples[name]))).id, name)
    for (const [name, query, expected] of windows) {
      const cut = await books.find({ ...query, order: byVolume })
      assert.equal(cut.records.map(({ id }) => names.get(id)).join(''), expected, name)
      assert.equal(cut.total, undefined, `${name}: no total unless asked for`)
      assert.equal((await books.find({ ...query, order: byVolume, total: true })).total, all.length, `${name}: total`)
      const first = await books.first({ ...query, order: byVolume })
      assert.equal(first && names.get(first.id), expected[0], `${name}: first`)
    }
    const some = await books.find({ where: whereBooks.eq('volume', 2), limit: 1, total: true })
    assert.equal(some.total, 2, 'the total is of what matches')
    assert.equal((await books.find({ total: false })).total, undefined)
    assert.equal(await books.count(), all.length)
  })
}
