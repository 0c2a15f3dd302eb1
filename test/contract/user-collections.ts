import { collections, defineCollection, integer, nullable, type Store, text, where, withDefault } from '@platen/site'
import { books, reviews, sampleBook } from './books.js'
import { type ContractCase, odd } from './contract-test.js'
import { samplePost } from './sample-records.js'
import { rejects } from './writing.js'

const { and, eq, has, not } = books.where

/** Collections besides the built-in ones. */
export function userCollectionCases(add: ContractCase): void {
  add('a collection must be prepared', async (t, store) => {
    t.throws(() => store.collection(books), TypeError)
    await t.rejects(
      store.posts.find({ where: where.posts.exists(books.where, { foreign: 'post', local: 'id' }) }),
      TypeError,
    )
    await store.prepare([reviews, books])
    await store.prepare([])
    await store.prepare([reviews])
    await store.prepare([books, reviews])
    t.equal(await store.collection(books).count(), 0)
    const other = defineCollection({ name: 'books', columns: { name: text() } })
    await t.rejects(store.prepare([books, other]), TypeError, 'one name, two declarations')
    await t.rejects(store.prepare([defineCollection({ name: 'posts', columns: { name: text() } })]), TypeError)
    t.throws(() => defineCollection({ name: 'options', columns: { name: text() } }), TypeError)
  })

  add('a column of dates refuses what is not a date', async (t, store) => {
    await store.prepare([books, reviews])
    const collection = store.collection(books)
    const { id } = await collection.insert(sampleBook('1'))
    const wrong: readonly unknown[] = [
      ...['', 'x', '2024', '2024-01-01', '2024-01-01 00:00:00', '2024-01-01T00:00', '2024-01-01T00:00:00Z'],
      ...['2024-01-01T00:00:00+02:00', '2024-01-01T00:00:00.5', '2024-02-30T00:00:00', '2023-02-29T00:00:00'],
      ...['2024-00-01T00:00:00', '2024-13-01T00:00:00', '2024-01-00T00:00:00', '2024-01-32T00:00:00'],
      ...['2024-01-01T24:00:00', '2024-01-01T00:60:00', '2024-01-01T00:00:60', '10000-01-01T00:00:00', null, 7, true],
    ]
    const invalid = { code: 'invalid', field: 'published' }
    for (const value of wrong) {
      const published = value as string
      const all = [sampleBook('3'), { ...sampleBook('4'), published }]
      const name = JSON.stringify(value)
      await t.rejects(collection.insert({ ...sampleBook('2'), published }), invalid, name)
      await t.rejects(collection.insertMany(all), invalid, name)
      await t.rejects(collection.update(id, { published }), invalid, name)
      await t.rejects(collection.updateMany([{ id, changes: { published } }]), invalid, name)
      await t.rejects(collection.updateWhere(eq('isbn', '1'), { published }), invalid, name)
    }
    for (const published of ['0000-01-01T00:00:00', '2024-02-29T23:59:59', '9999-12-31T23:59:59'])
      t.equal((await collection.update(id, { published })).published, published)
    t.equal(await collection.count(), 1)
  })

  add('records of a user’s collection', async (t, store) => {
    await store.prepare([books, reviews])
    const collection = store.collection(books)
    const first = await collection.insert(sampleBook('1'))
    t.strictSame(first, {
      ...{ id: 1, version: 1, ...sampleBook('1') },
      ...{ pages: 100, inPrint: true, volumeOf: 0 },
    })
    const blurb = 'Über a long way'
    const [second] = await collection.insertMany([
      { ...sampleBook('2'), id: 7, pages: 3, inPrint: false, signed: true, shelfMark: 'Ä1', tags: ['x', 'y'], blurb },
      { ...sampleBook('3'), signed: false },
    ])
    t.strictSame(await collection.get(7), second)
    t.strictSame(second, {
      ...{ id: 7, version: 1, ...sampleBook('2'), volumeOf: 0 },
      ...{ pages: 3, inPrint: false, signed: true, shelfMark: 'Ä1', tags: ['x', 'y'], blurb },
    })
    const cases = [
      ['true', eq('inPrint', true), '13'],
      ['false', eq('inPrint', false), '2'],
      ['a number is not a boolean', eq('inPrint', odd(1)), ''],
      ['a boolean is not a number', eq('volumeOf', odd(false)), ''],
      ['null', eq('signed', null), '1'],
      ['not null', not(eq('signed', null)), '23'],
      ['in', books.where.in('signed', odd([true, null, 0])), '12'],
      ['in many', books.where.in('signed', [...Array(20).fill(1), false]), '3'],
      ['notIn', books.where.notIn('signed', [true, null]), '3'],
      ['no order of truth values', books.where.gte('inPrint', false), ''],
      ['text in a truth value', books.where.containsText('inPrint', 'true'), ''],
      ['a list', has('tags', 'y'), '2'],
      ['search', books.where.containsText('blurb', 'UBER a'), '2'],
      ['folded', books.where.equalsText('shelfMark', 'a1'), '2'],
      ['the end', books.where.endsWith('title', 'of 3'), '3'],
      ['the end, exactly', books.where.endsWith('title', 'OF 3'), ''],
      ['an empty end', books.where.endsWith('title', ''), '123'],
      ['an empty end of null', books.where.endsWith('shelfMark', ''), '2'],
      ['the end of a number', books.where.endsWith('pages', '0'), ''],
    ] as const
    for (const [name, condition, expected] of cases) {
      const { records, total } = await collection.find({ where: condition, total: true })
      t.equal(records.map(({ isbn }) => isbn).join(''), expected, name)
      t.equal(total, expected.length, `${name}: total`)
    }
    const sorted = async (direction: 'asc' | 'desc') => {
      const order = [{ by: 'field', field: 'signed', direction } as const]
      return (await collection.find({ order })).records.map(({ signed }) => signed)
    }
    t.same(
      [await sorted('asc'), await sorted('desc')],
      [
        [null, false, true],
        [true, false, null],
      ],
    )
    const placed = await collection.find({ order: [{ by: 'position', field: 'signed', values: [false, null] }] })
    t.same(
      placed.records.map(({ signed }) => signed),
      [false, null, true],
    )
    t.equal((await collection.update(7, { inPrint: true, signed: null })).inPrint, true)
    t.equal(await collection.updateWhere(eq('isbn', '3'), { pages: 1, blurb: 'New words' }), 1)
    t.equal(await collection.count(and(eq('pages', 1), books.where.containsText('blurb', 'new w'))), 1)
    t.equal(await collection.count(books.where.exists(books.where, { foreign: 'inPrint', local: 'inPrint' })), 3)
    t.equal(await collection.count(books.where.exists(books.where, { foreign: 'id', local: 'inPrint' })), 0)
    t.equal(await collection.removeWhere(eq('inPrint', true)), 3)
  })

  add('unique keys of a user’s collection', async (t, store) => {
    await store.prepare([books, reviews])
    const collection = store.collection(books)
    await collection.insertMany([{ ...sampleBook('1'), shelfMark: 'Äb' }, sampleBook('2'), sampleBook('3')])
    await rejects(t, collection.insert(sampleBook('1')), 'conflict', 'isbn')
    await rejects(t, collection.insert({ ...sampleBook('4'), shelfMark: 'AB' }), 'conflict', 'shelfMark')
    t.ok(await collection.insert({ ...sampleBook('4'), shelfMark: 'AB', inPrint: false }), 'another key')
    await rejects(t, collection.update(2, { shelfMark: 'ab' }), 'conflict', 'shelfMark')
    t.equal((await collection.update(1, { shelfMark: 'aB' })).shelfMark, 'aB', 'nothing conflicts with itself')
    t.equal(await collection.count(eq('shelfMark', null)), 2, 'null conflicts with nothing')
  })

  add('totals of columns by which a user’s collection is counted', async (t, store) => {
    await store.prepare([books, reviews])
    const collection = store.collection(books)
    const totals = async ({ count } = collection) => [
      await count(),
      await count(eq('inPrint', true)),
      await count(and(not(eq('inPrint', true)), books.where.lt('volumeOf', 2))),
      await count(and(eq('inPrint', true), eq('pages', 100))),
    ]
    await collection.insertMany(['1', '2', '3', '4'].map(isbn => sampleBook(isbn)))
    t.same(await totals(), [4, 4, 0, 4])
    await collection.update(1, { inPrint: false })
    t.same(await totals(), [4, 3, 1, 3])
    await collection.updateWhere(eq('inPrint', true), { volumeOf: 2, inPrint: false })
    t.same(await totals(), [4, 0, 1, 0])
    await rejects(t, collection.insertMany([sampleBook('5'), sampleBook('1')]), 'conflict', 'isbn')
    t.same(await totals(), [4, 0, 1, 0], 'a write that fails')
    const changed = store.transaction(async tx => {
      const own = tx.collection(books)
      await rejects(t, own.insertMany([sampleBook('6'), sampleBook('1')]), 'conflict', 'isbn')
      await own.updateMany([1, 2].map(id => ({ id, changes: { inPrint: true, volumeOf: id } })))
      t.same(await totals(own), [4, 2, 0, 2])
      throw new Error('no')
    })
    await t.rejects(changed, { message: 'no' })
    await store.transaction(tx => tx.collection(books).insertMany([sampleBook('7'), sampleBook('8')]), { bulk: true })
    t.same(await totals(), [6, 2, 1, 2])
    await collection.remove(1)
    t.same(await totals(), [5, 2, 0, 2])
    await collection.removeWhere(eq('volumeOf', 2))
    t.same(await totals(), [2, 2, 0, 2])
  })

  add('relations of a user’s collection', async (t, store) => {
    await store.prepare([books, reviews])
    const post = await store.posts.insert(samplePost({ slug: 'a', content: 'Of books' }))
    const collection = store.collection(books)
    const [one, two, three] = await collection.insertMany([
      { ...sampleBook('1'), post: post.id },
      { ...sampleBook('2'), volumeOf: 1, pages: 20 },
      { ...sampleBook('3'), volumeOf: 1, post: 999 },
    ])
    const [review] = await store.collection(reviews).insertMany([
      { book: 1, stars: 5 },
      { book: 4, stars: 1 },
    ])
    const all = ['post', 'volumes', 'thinVolumes', 'reviews'] as const
    const { related } = await collection.find({ with: all })
    t.strictSame([...(related.post ?? [])], [[1, post]])
    t.strictSame([...(related.volumes ?? [])], [[1, [two, three]]])
    t.strictSame([...(related.thinVolumes ?? [])], [[1, { count: 1, latest: 2 }]])
    t.strictSame([...(related.reviews ?? [])], [[1, [review]]])
    t.strictSame(await collection.related([1, 2, 3], all), related)
    t.same(await collection.related([], ['post']), { post: new Map() })
    const withBook = where.posts.exists(books.where, { foreign: 'post', local: 'id' }, eq('inPrint', true))
    t.strictSame((await store.posts.find({ where: withBook })).records, [post])
    const ofPost = books.where.exists(where.posts, { foreign: 'id', local: 'post' }, where.posts.eq('slug', 'a'))
    t.strictSame((await collection.find({ where: ofPost })).records, [one])
    const rated = books.where.existsForEach(reviews.where, { foreign: 'book', local: 'id' }, 'stars', [[5], [4, 5]])
    t.equal(await collection.count(rated), 1)
  })

  add('transactions over a user’s collection', async (t, store) => {
    await store.prepare([books, reviews])
    const before = store.revision()
    const work = store.transaction(async tx => {
      await tx.collection(books).insert(sampleBook('1'))
      t.equal(await tx.collection(books).count(), 1)
      throw new Error('no')
    })
    await t.rejects(work, { message: 'no' })
    t.equal(await store.collection(books).count(), 0)
    await store.transaction(tx => tx.collection(books).insert(sampleBook('1')))
    t.not(store.revision(), before)
    t.equal(await store.collection(books).count(), 1)
  })

  add('migrations of a user’s collection', migrations)
}

const columns = { name: text(), pages: integer(), note: text({ folded: true }) }
const first = defineCollection({ name: 'pamphlets', columns, unique: { name: ['name'] }, counted: ['name'] })
const second = defineCollection({
  name: 'pamphlets',
  columns: {
    title: text({ folded: true }),
    pages: integer(),
    sheets: withDefault(integer(), 0),
    printer: nullable(text()),
    kind: withDefault(text({ folded: true }), 'Ä'),
  },
  indexes: { byTitle: { key: [{ folded: 'title' }] } },
  unique: { sheets: ['sheets'] },
  counted: ['title', 'pages'],
  search: ['title'],
  migrations: [
    { name: 'titles', rename: { name: 'title' } },
    {
      name: 'sheets',
      async run(pamphlets, open) {
        const perSheet = await open(collections.posts).count()
        const { records } = await pamphlets.find({})
        for (const { id, pages } of records) await pamphlets.update(id, { sheets: Number(pages) / perSheet })
        await open(collections.posts).removeWhere(where.posts.eq('slug', 'b'))
      },
    },
    { name: 'no notes', drop: ['note'] },
  ],
})

async function migrations(t: Parameters<Parameters<ContractCase>[1]>[0], store: Store): Promise<void> {
  await store.prepare([first])
  await store.collection(first).insertMany([
    { name: 'Über', pages: 8, note: 'a' },
    { name: 'b', pages: 4, note: 'b' },
  ])
  const failing = defineCollection({
    ...{ name: 'pamphlets', columns },
    migrations: [
      {
        name: 'fails',
        async run(pamphlets) {
          await pamphlets.update(1, { pages: 0 })
          throw new RangeError('no')
        },
      },
    ],
  })
  await t.rejects(store.prepare([failing]), { message: 'no' })
  t.equal((await store.collection(first).get(1))?.pages, 8, 'a migration that fails leaves nothing behind')
  const incomplete = defineCollection({ name: 'pamphlets', columns: { ...columns, more: text() } })
  await rejects(t, store.prepare([incomplete]), 'failed')
  const before = { id: 2, version: 1, name: 'b', pages: 4, note: 'b' }
  t.strictSame(await store.collection(first).get(2), before, 'the store goes on with the declaration before')
  for (const pages of [text(), nullable(integer())]) {
    const changed = defineCollection({ name: 'pamphlets', columns: { ...columns, pages } })
    await rejects(t, store.prepare([changed]), 'failed')
  }
  const shorter = defineCollection({ name: 'pamphlets', columns: { name: columns.name, note: columns.note } })
  await rejects(t, store.prepare([shorter]), 'failed')
  const unique = defineCollection({
    ...{ name: 'pamphlets', columns: { ...columns, kind: withDefault(text(), '') } },
    unique: { kind: ['kind'] },
  })
  await rejects(t, store.prepare([unique]), 'conflict', 'kind')
  t.equal(await store.collection(first).count(first.where.equalsText('note', 'A')), 1)

  await store.posts.insertMany([samplePost({ slug: 'a' }), samplePost({ slug: 'b' })])
  await store.prepare([second])
  t.equal(await store.posts.count(), 1, 'migrations may read and change other collections')
  const pamphlets = store.collection(second)
  t.equal(await pamphlets.count(second.where.eq('title', 'b')), 1)
  const { equalsText, containsText } = second.where
  t.strictSame((await pamphlets.find({})).records, [
    { id: 1, version: 2, title: 'Über', pages: 8, sheets: 4, printer: null, kind: 'Ä' },
    { id: 2, version: 2, title: 'b', pages: 4, sheets: 2, printer: null, kind: 'Ä' },
  ])
  t.equal(await pamphlets.count(equalsText('title', 'uber')), 1)
  t.equal(await pamphlets.count(containsText('title', 'BER')), 1, 'texts that were there are searched in')
  t.equal(await pamphlets.count(equalsText('kind', 'a')), 2, 'defaults have folded texts')
  await rejects(t, pamphlets.insert({ title: 'c', pages: 1, sheets: 4, printer: null }), 'conflict', 'sheets')
  const { id } = await pamphlets.insert({ title: 'b', pages: 1, sheets: 1, printer: null })
  t.ok(id > 2, 'a key that is no longer unique')
  t.equal(await pamphlets.count(second.where.eq('title', 'b')), 2)
  t.equal(await pamphlets.count(second.where.lt('pages', 5)), 2)
  await store.prepare([second])
  t.equal((await pamphlets.get(1))?.sheets, 4, 'nothing is migrated twice')

  await rejects(t, store.prepare([first]), 'unavailable')
  t.equal((await store.collection(first).get(1))?.pages, 8, 'the later declaration stays in force')

  const { kind, pages, sheets } = second.columns
  const third = defineCollection({
    ...{ name: 'pamphlets', migrations: second.migrations },
    columns: { pages, sheets, title: text(), kind: withDefault(text({ folded: true }), kind.default ?? '') },
  })
  await store.prepare([third])
  const later = await store.collection(third).insert({ title: 'Ö', pages: 1, sheets: 4 })
  t.strictSame([later.kind, later.title], ['Ä', 'Ö'], 'without folded text, nullable column, search and keys')
  t.equal(await store.collection(third).count(third.where.containsText('title', 'o')), 1)

  const { columns: unchanged, migrations } = third
  const fourth = defineCollection({ name: 'pamphlets', columns: unchanged, migrations, counted: ['pages'] })
  await store.prepare([fourth])
  t.equal(await store.collection(fourth).count(fourth.where.eq('pages', 1)), 2, 'counted from now on')
  await store.collection(fourth).update(id, { pages: 2 })
  t.equal(await store.collection(fourth).count(fourth.where.eq('pages', 1)), 1)
}
