import { type PostRecord, postsIn, wherePosts } from '@platen/site'
import { type Order, orderedFields, positionOf, type Query } from '@platen/storage'
import type { ContractCase } from './contract-test.js'
import { samplePost } from './sample-records.js'

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
  [
    'rank',
    [{ by: 'rank', conditions: [wherePosts.eq('author', 4), wherePosts.containsText('title', 'pfel')] }],
    'fbcdae',
  ],
  [
    'rank, the first that holds',
    [{ by: 'rank', conditions: [wherePosts.lt('menuOrder', 2), wherePosts.eq('author', 3)] }],
    'bdface',
  ],
  ['rank of nothing', [{ by: 'rank', conditions: [] }], 'abcdef'],
  ['rank of what never and always holds', [{ by: 'rank', conditions: [wherePosts.or(), wherePosts.and()] }], 'abcdef'],
  [
    'rank, then a field',
    [{ by: 'rank', conditions: [wherePosts.containsText('title', 'apfel')] }, by('date', 'desc')],
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
    for (const name of all) names.set((await postsIn(store).insert(samplePost(samples[name]))).id, name)
    for (const [name, order, expected] of orders) {
      const { records } = await postsIn(store).find({ order })
      t.equal(records.map(({ id }) => names.get(id)).join(''), expected, name)
      t.equal(names.get((await postsIn(store).first({ order }))?.id ?? 0), expected[0], `${name}: first`)
    }
  })

  add('records after a place in an order', async (t, store) => {
    const names = new Map<number, Name>()
    for (const name of all) names.set((await postsIn(store).insert(samplePost(samples[name]))).id, name)
    for (const [name, order = [], expected] of orders) {
      const fields = orderedFields(order)
      if (fields === undefined) continue
      for (const limit of [1, 2, 4]) {
        const pages: string[] = []
        let after: Query<PostRecord>['after']
        do {
          const { records, total } = await postsIn(store).find({ order, after, limit, total: true })
          t.equal(total, all.length, `${name}: the total is of all that match`)
          pages.push(records.map(({ id }) => names.get(id)).join(''))
          const last = records.at(-1)
          after = last && positionOf(last, fields)
        } while (after !== undefined && pages.length < 10)
        t.equal(pages.join(''), expected, `${name}, pages of ${limit}`)
        t.equal(pages.length, Math.ceil(all.length / limit) + 1, `${name}, pages of ${limit}: no page has too few`)
      }
    }
  })

  add('records after a place in the order of a query', async (t, store) => {
    for (const name of all) await postsIn(store).insert(samplePost(samples[name]))
    for (const order of [
      [{ by: 'field', field: 'id', direction: 'desc' }],
      [
        { by: 'field', field: 'author', direction: 'asc' },
        { by: 'field', field: 'id', direction: 'desc' },
        { by: 'field', field: 'title', direction: 'asc' },
      ],
    ] as const) {
      const { records } = await postsIn(store).find({ order })
      const [first] = records
      const rest = await postsIn(store).find({ order, after: first && positionOf(first, order) })
      t.same(rest.records, records.slice(1))
    }
  })

  add('records after a place that nobody has any more, among new ones', async (t, store) => {
    const names = new Map<number, string>()
    for (const name of all) names.set((await postsIn(store).insert(samplePost(samples[name]))).id, name)
    const order = [by('menuOrder', 'asc')] // fbdace
    const find = async (query: Query<PostRecord>) => (await postsIn(store).find({ order, ...query })).records
    const [, , last] = await find({ limit: 3 })
    const after = last && positionOf(last, orderedFields(order) ?? [])
    await postsIn(store).remove(last?.id ?? 0)
    for (const [name, menuOrder] of Object.entries({ g: -5, h: 1, i: 2 }))
      names.set((await postsIn(store).insert(samplePost({ menuOrder }))).id, name)
    const rest = await find({ after })
    t.equal(rest.map(({ id }) => names.get(id)).join(''), 'haci' + 'e', 'those before are not repeated')
    const few = await find({ after, where: wherePosts.eq('menuOrder', 2), offset: 1, limit: 1 })
    t.equal(few.map(({ id }) => names.get(id)).join(''), 'c', 'conditions and windows hold as well')
    t.same((await postsIn(store).first({ order, after }))?.id, rest[0]?.id, 'the first of them')
  })

  add('places that an order does not have', async (t, store) => {
    const [byTitle] = [by('title', 'asc', true)]
    const id = 1
    const refused: readonly [name: string, query: Query<PostRecord>][] = [
      ['too few values', { order: [byTitle], after: { values: [], id } }],
      ['too many values', { order: [byTitle], after: { values: ['a', 'b'], id } }],
      ['a value of another kind', { order: [byTitle], after: { values: [1], id } }],
      ['null where there is none', { order: [byTitle], after: { values: [null], id } }],
      ['no number', { order: [by('menuOrder', 'asc')], after: { values: [Number.NaN], id } }],
      ['an order by position', { order: [{ by: 'position', field: 'id', values: [2, 1] }], after: { values: [], id } }],
      ['an order by rank', { order: [{ by: 'rank', conditions: [] }], after: { values: [], id } }],
      ['a random order', { order: [{ by: 'random' }], after: { values: [], id } }],
      ['no id', { order: [byTitle], after: { values: ['a'], id: Number.NaN } }],
    ]
    for (const [name, query] of refused) await t.rejects(postsIn(store).find(query), TypeError, name)
  })

  add('random order', async (t, store) => {
    for (const name of all) await postsIn(store).insert(samplePost(samples[name]))
    const found = new Set<string>()
    for (let time = 0; time < 40 && found.size < 2; time++) {
      const { records } = await postsIn(store).find({ order: [{ by: 'random' }], limit: 4 })
      t.equal(new Set(records.map(({ id }) => id)).size, 4)
      found.add(records.map(({ id }) => id).join())
    }
    t.equal(found.size, 2, 'another order another time')
  })

  add('windows and totals', async (t, store) => {
    const names = new Map<number, Name>()
    for (const name of all) names.set((await postsIn(store).insert(samplePost(samples[name]))).id, name)
    for (const [name, query, expected] of windows) {
      const cut = await postsIn(store).find({ ...query, order: byMenuOrder })
      t.equal(cut.records.map(({ id }) => names.get(id)).join(''), expected, name)
      t.equal(cut.total, undefined, `${name}: no total unless asked for`)
      t.equal(
        (await postsIn(store).find({ ...query, order: byMenuOrder, total: true })).total,
        all.length,
        `${name}: total`,
      )
      const first = await postsIn(store).first({ ...query, order: byMenuOrder })
      t.equal(first && names.get(first.id), expected[0], `${name}: first`)
    }
    const some = await postsIn(store).find({ where: wherePosts.eq('menuOrder', 2), limit: 1, total: true })
    t.equal(some.total, 2, 'the total is of what matches')
    t.equal((await postsIn(store).find({ total: false })).total, undefined)
    t.equal(await postsIn(store).count(), all.length)
  })
}
