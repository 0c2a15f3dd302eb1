import assert from 'node:assert/strict'
import { defineCollection, integer, nullable, text, withDefault } from '../index.js'
import { type AddCase, rejects } from './cases.js'
import { sampleCollections } from './sample-collections.js'
import { sampleBook } from './sample-records.js'

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
        const perSheet = await open(sampleCollections.books).count()
        const { records } = await pamphlets.find({})
        for (const { id, pages } of records) await pamphlets.update(id, { sheets: Number(pages) / perSheet })
        await open(sampleCollections.books).removeWhere(sampleCollections.books.where.eq('code', 'b'))
      },
    },
    { name: 'no notes', drop: ['note'] },
  ],
})

/** Migrations between declarations of a collection. */
export function migrationCases(add: AddCase): void {
  add('migrations of a collection', async (store, { books }) => {
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
    await assert.rejects(store.prepare([failing]), { message: 'no' })
    assert.equal((await store.collection(first).get(1))?.pages, 8, 'a migration that fails leaves nothing behind')
    const incomplete = defineCollection({ name: 'pamphlets', columns: { ...columns, more: text() } })
    await rejects(store.prepare([incomplete]), 'failed')
    const before = { id: 2, version: 1, name: 'b', pages: 4, note: 'b' }
    assert.deepEqual(await store.collection(first).get(2), before, 'the store goes on with the declaration before')
    for (const pages of [text(), nullable(integer())]) {
      const changed = defineCollection({ name: 'pamphlets', columns: { ...columns, pages } })
      await rejects(store.prepare([changed]), 'failed')
    }
    const shorter = defineCollection({ name: 'pamphlets', columns: { name: columns.name, note: columns.note } })
    await rejects(store.prepare([shorter]), 'failed')
    const unique = defineCollection({
      ...{ name: 'pamphlets', columns: { ...columns, kind: withDefault(text(), '') } },
      unique: { kind: ['kind'] },
    })
    await rejects(store.prepare([unique]), 'conflict', 'kind')
    assert.equal(await store.collection(first).count(first.where.equalsText('note', 'A')), 1)

    await books.insertMany([sampleBook({ code: 'a' }), sampleBook({ code: 'b' })])
    await store.prepare([second])
    assert.equal(await books.count(), 1, 'migrations may read and change other collections')
    const pamphlets = store.collection(second)
    const { eq, lt, equalsText, containsText } = second.where
    assert.equal(await pamphlets.count(eq('title', 'b')), 1)
    assert.deepEqual((await pamphlets.find({})).records, [
      { id: 1, version: 2, title: 'Über', pages: 8, sheets: 4, printer: null, kind: 'Ä' },
      { id: 2, version: 2, title: 'b', pages: 4, sheets: 2, printer: null, kind: 'Ä' },
    ])
    assert.equal(await pamphlets.count(equalsText('title', 'uber')), 1)
    assert.equal(await pamphlets.count(containsText('title', 'BER')), 1, 'texts that were there are searched in')
    assert.equal(await pamphlets.count(equalsText('kind', 'a')), 2, 'defaults have folded texts')
    await rejects(pamphlets.insert({ title: 'c', pages: 1, sheets: 4, printer: null }), 'conflict', 'sheets')
    const { id } = await pamphlets.insert({ title: 'b', pages: 1, sheets: 1, printer: null })
    assert.ok(id > 2, 'a key that is no longer unique')
    assert.equal(await pamphlets.count(eq('title', 'b')), 2)
    assert.equal(await pamphlets.count(lt('pages', 5)), 2)
    await store.prepare([second])
    assert.equal((await pamphlets.get(1))?.sheets, 4, 'nothing is migrated twice')

    await rejects(store.prepare([first]), 'unavailable')
    assert.equal((await store.collection(first).get(1))?.pages, 8, 'the later declaration stays in force')

    const { kind, pages, sheets } = second.columns
    const third = defineCollection({
      ...{ name: 'pamphlets', migrations: second.migrations },
      columns: { pages, sheets, title: text(), kind: withDefault(text({ folded: true }), kind.default ?? '') },
    })
    await store.prepare([third])
    const later = await store.collection(third).insert({ title: 'Ö', pages: 1, sheets: 4 })
    assert.deepEqual([later.kind, later.title], ['Ä', 'Ö'], 'without folded text, nullable column, search and keys')
    assert.equal(await store.collection(third).count(third.where.containsText('title', 'o')), 1)

    const { columns: unchanged, migrations } = third
    const fourth = defineCollection({ name: 'pamphlets', columns: unchanged, migrations, counted: ['pages'] })
    await store.prepare([fourth])
    assert.equal(await store.collection(fourth).count(fourth.where.eq('pages', 1)), 2, 'counted from now on')
    await store.collection(fourth).update(id, { pages: 2 })
    assert.equal(await store.collection(fourth).count(fourth.where.eq('pages', 1)), 1)
  })
}
