import { type Order, type PostRecord, type Query, where } from '@platen/site'
import type { ContractCase } from './contract-test.js'
import { samplePost } from './sample-records.js'

const { posts } = where
const { MAX_SAFE_INTEGER } = Number

// Their ids follow this order.
const samples = {
  a: { title: 'Zebra', menuOrder: 2, date: '2024-03-01T00:00:00', dateGmt: null, author: 1 },
  b: { title: 'äpfel', menuOrder: 1, date: '2024-01-01T00:00:00', author: 2 },
  c: { title: 'apfel', menuOrder: 2, date: '2024-02-01T00:00:00', dateGmt: '2023-01-01T00:00:00', author: 1 },
  d: { title: 'Apfel', menuOrder: 1, date: '2024-02-01T00:00:00', dateGmt: null, author: 3 },
  e: { title: '😀', menuOrder: 10, date: '2024-02-01T00:00:00', author: 2 },
  f: { title: '～', menuOrder: -1, date: '2024-02-01T00:00:00', author: 4 },
}

type Name = keyof typeof samples
const all = Object.keys(samples) as Name[]

const by = (field: keyof PostRecord, direction: 'asc' | 'desc', folded?: boolean): Order<PostRecord> =>
  folded === undefined ? { by: 'field', field, direction } : { by: 'field', field, direction, folded }

const orders: readonly [name: string, order: readonly Order<PostRecord>[] | undefined, expected: string][] = [
  ['none', undefined, 'abcdef'],
  ['an empty one', [], 'abcdef'],
  ['id, ascending', [by('id', 'asc')], 'abcdef'],
  ['id, descending', [by('id', 'desc')], 'fedcba'],
  ['number, ascending, ties by id', [by('menuOrder', 'asc')], 'fbdace'],
  ['number, descending, ties by id too', [by('menuOrder', 'desc')], 'ecadbf'],
  ['text, by code points', [by('title', 'asc')], 'dacbfe'],
  ['text, descending', [by('title', 'desc')], 'efbcad'],
  ['folded text', [by('title', 'asc', true)], 'bcdafe'],
  ['folded text, descending', [by('title', 'desc', true)], 'efadcb'],
  ['text, explicitly not folded', [by('title', 'asc', false)], 'dacbfe'],
  ['folded text of a number', [by('menuOrder', 'asc', true)], 'fbdace'],
  ['folded text of a field without any', [by('status', 'desc', true)], 'fedcba'],
  ['date', [by('date', 'desc')], 'afedcb'],
  ['null first, ascending', [by('dateGmt', 'asc')], 'adcbef'],
  ['null last, descending', [by('dateGmt', 'desc')], 'febcda'],
  ['two fields', [by('date', 'asc'), by('menuOrder', 'desc')], 'becdfa'],
  ['two fields, ties in the direction of the last', [by('menuOrder', 'asc'), by('status', 'desc')], 'fdbcae'],
  ['what comes after an id does not count', [by('id', 'desc'), by('menuOrder', 'asc')], 'fedcba'],
  ['position', [{ by: 'position', field: 'author', values: [3, 1] }], 'dacbef'],
  ['position, explicitly ascending', [{ by: 'position', field: 'author', values: [3, 1], direction: 'asc' }], 'dacbef'],
  ['position, descending', [{ by: 'position', field: 'author', values: [3, 1], direction: 'desc' }], 'acdbef'],
  ['position, then a field', [{ by: 'position', field: 'author', values: [2, 1] }, by('menuOrder', 'desc')], 'ebcadf'],
  ['a field, then position', [by('menuOrder', 'asc'), { by: 'position', field: 'author', values: [3, 1] }], 'fdbace'],
  ['position of ids', [{ by: 'position', field: 'id', values: [] }, by('title', 'asc')], 'dacbfe'],
  ['position with values twice', [{ by: 'position', field: 'author', values: [2, 3, 2, 1] }], 'bedacf'],
  ['position of texts', [{ by: 'position', field: 'title', values: ['😀', 'x"y', 'Zebra'] }], 'eabcdf'],
  ['position with null', [{ by: 'position', field: 'dateGmt', values: ['2023-01-01T00:00:00', null] }], 'cadbef'],
  [
    'position with null, descending',
    [{ by: 'position', field: 'dateGmt', values: ['2023-01-01T00:00:00', null], direction: 'desc' }],
    'adcbef',
  ],
  [
    'position without null of a field that may be it',
    [{ by: 'position', field: 'dateGmt', values: ['2023-01-01T00:00:00'] }],
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
      { by: 'position', field: 'menuOrder', values: [2] },
      { by: 'position', field: 'author', values: [2] },
    ],
    'acbedf',
  ],
  ['rank', [{ by: 'rank', conditions: [posts.eq('author', 4), posts.containsText('title', 'pfel')] }], 'fbcdae'],
  [
    'rank, the first that holds',
    [{ by: 'rank', conditions: [posts.lt('menuOrder', 2), posts.eq('author', 3)] }],
    'bdface',
  ],
  ['rank of nothing', [{ by: 'rank', conditions: [] }], 'abcdef'],
  ['rank of what never and always holds', [{ by: 'rank', conditions: [posts.or(), posts.and()] }], 'abcdef'],
  [
    'rank, then a field',
    [{ by: 'rank', conditions: [posts.containsText('title', 'apfel')] }, by('date', 'desc')],
    'dcbafe',
  ],
]

const byMenuOrder = [by('menuOrder', 'asc')] // fbdace
const windows: readonly [name: string, query: Query<PostRecord>, expected: string][] = [
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
export function orderingCases(add: ContractCase): void {
  add('orders', async (t, store) => {
    const names = new Map<number, Name>()
    for (const name of all) names.set((await store.posts.insert(samplePost(samples[name]))).id, name)
    for (const [name, order, expected] of orders) {
      const { records } = await store.posts.find({ order })
      t.equal(records.map(({ id }) => names.get(id)).join(''), expected, name)
      t.equal(names.get((await store.posts.first({ order }))?.id ?? 0), expected[0], `${name}: first`)
    }
  })

  add('random order', async (t, store) => {
    for (const name of all) await store.posts.insert(samplePost(samples[name]))
    const found = new Set<string>()
    for (let time = 0; time < 40 && found.size < 2; time++) {
      const { records } = await store.posts.find({ order: [{ by: 'random' }], limit: 4 })
      t.equal(new Set(records.map(({ id }) => id)).size, 4)
      found.add(records.map(({ id }) => id).join())
    }
    t.equal(found.size, 2, 'another order another time')
  })

  add('windows and totals', async (t, store) => {
    const names = new Map<number, Name>()
    for (const name of all) names.set((await store.posts.insert(samplePost(samples[name]))).id, name)
    for (const [name, query, expected] of windows) {
      const cut = await store.posts.find({ ...query, order: byMenuOrder })
      t.equal(cut.records.map(({ id }) => names.get(id)).join(''), expected, name)
      t.equal(cut.total, undefined, `${name}: no total unless asked for`)
      t.equal(
        (await store.posts.find({ ...query, order: byMenuOrder, total: true })).total,
        all.length,
        `${name}: total`,
      )
      const first = await store.posts.first({ ...query, order: byMenuOrder })
      t.equal(first && names.get(first.id), expected[0], `${name}: first`)
    }
    const some = await store.posts.find({ where: posts.eq('menuOrder', 2), limit: 1, total: true })
    t.equal(some.total, 2, 'the total is of what matches')
    t.equal((await store.posts.find({ total: false })).total, undefined)
    t.equal(await store.posts.count(), all.length)
  })
}
