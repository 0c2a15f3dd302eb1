import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { defineCollection, integer, type StoreSession } from '@platen/storage'
import { sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { booksIn, openLibrary, whereBooks } from './library.js'

const BULK = { bulk: true }
const script = fileURLToPath(new URL('loading-process.js', import.meta.url))

const pathIn = (own: Test) => `${own.testdir()}/site.sqlite`

const many = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => sampleBook({ title: `Post ${at}`, content: `A ${word} of number ${at}.` }))

const found = (store: StoreSession, word: string) => booksIn(store).count(whereBooks.containsText('content', word))

/** Throws if the index over texts does not have exactly the texts of the table. */
function checkIndex(path: string): void {
  const database = new Database(path)
  database.exec(`insert into book_texts_search (book_texts_search, rank) values ('integrity-check', 1)`)
  database.close()
}

/** A text that fills some pages of an index. */
const long = (n: number) => Array.from({ length: 500 }, (_, at) => `grain ${1000 * n + 999 - at}`).join(' ')

/** The numbers and sizes of the pieces of the index, the largest first. */
function piecesOf(path: string): readonly unknown[] {
  const database = new Database(path, { readonly: true })
  const pieces = database.prepare(
    'select segid, count(*) from book_texts_search_idx group by segid order by count(*) desc',
  )
  const rows = pieces.raw().all()
  database.close()
  return rows
}

t.test('texts of a new file are indexed in the end', async t => {
  const path = pathIn(t)
  const statements: string[] = []
  const store = await openLibrary({ path, onStatement: sql => statements.push(sql) })
  const other = await openLibrary({ path })
  await booksIn(store).insert(sampleBook({ content: 'A pebble from before.' }))
  statements.length = 0
  await store.transaction(async tx => {
    const stored = await booksIn(tx).insertMany(many(7000, 'boulder'))
    t.equal(await found(tx, 'boulder'), 7000, 'what was not indexed yet is found')
    t.equal(await found(tx, 'pebble'), 1)
    await booksIn(tx).update(stored[0]?.id ?? 0, { content: 'A crystal.' })
    await booksIn(tx).updateWhere(whereBooks.in('id', [stored[1]?.id ?? 0, stored[2]?.id ?? 0]), {
      content: 'A crystal.',
    })
    await booksIn(tx).remove(stored[3]?.id ?? 0)
    t.equal(await booksIn(tx).removeWhere(whereBooks.containsText('content', 'of number 4.')), 1)
    t.equal(await found(tx, 'crystal'), 3)
    t.same([await found(other, 'pebble'), await found(other, 'boulder')], [1, 0], 'others see what was committed')
  }, BULK)
  t.equal(statements.filter(sql => sql.startsWith('insert into "book_texts_search" (rowid')).length, 2, 'in chunks')
  for (const each of [store, other]) {
    t.same([await found(each, 'boulder'), await found(each, 'crystal'), await found(each, 'pebble')], [6995, 3, 1])
  }
  for (const each of [store, other]) {
    const { id } = await booksIn(each).insert(sampleBook({ content: 'A meteor.' }))
    t.equal(await found(store, 'meteor'), 1, 'later writes are indexed')
    await booksIn(each).update(id, { content: 'Dust.' })
    t.equal(await found(other, 'meteor'), 0)
    await booksIn(each).remove(id)
  }
  await other.close()
  await store.close()
  checkIndex(path)
})

t.test('a collection that was changed meanwhile', async t => {
  const store = await openLibrary({ path: pathIn(t) })
  const first = defineCollection({ name: 'stones', columns: { weight: integer() } })
  const second = defineCollection({
    name: 'stones',
    columns: { size: integer() },
    migrations: [{ name: 'size', rename: { weight: 'size' } }],
  })
  await store.prepare([first])
  await store.transaction(tx => tx.collection(first).insert({ weight: 1 }), BULK)
  await store.prepare([second])
  await store.transaction(tx => tx.collection(second).insert({ size: 2 }), BULK)
  t.same(
    (await store.collection(second).find({})).records.map(({ size }) => size),
    [1, 2],
  )
  await store.close()
})

t.test('a transaction that rejects leaves the index as it was', async t => {
  const path = pathIn(t)
  const store = await openLibrary({ path })
  await booksIn(store).insert(sampleBook({ content: 'A pebble.' }))
  const failing = store.transaction(async tx => {
    await booksIn(tx).insertMany(many(100, 'boulder'))
    throw new Error('on purpose')
  }, BULK)
  await t.rejects(failing, { message: 'on purpose' })
  t.same([await found(store, 'pebble'), await found(store, 'boulder')], [1, 0])
  await booksIn(store).insert(sampleBook({ content: 'A boulder.' }))
  t.equal(await found(store, 'boulder'), 1)
  await store.close()
  checkIndex(path)
})

t.test('where there are many texts, each write is indexed', async t => {
  const path = pathIn(t)
  const statements: string[] = []
  const store = await openLibrary({ path, onStatement: sql => statements.push(sql) })
  await booksIn(store).insertMany(many(1001, 'pebble'))
  statements.length = 0
  await store.transaction(async tx => {
    await booksIn(tx).insertMany(many(50, 'boulder'))
    t.equal(await found(tx, 'boulder'), 50)
  }, BULK)
  t.equal(statements.filter(sql => sql.startsWith('drop trigger')).length, 0)
  t.same([await found(store, 'pebble'), await found(store, 'boulder')], [1001, 50])
  await store.close()
  checkIndex(path)
})

t.test('it is a commit of its own, among others', async t => {
  const path = pathIn(t)
  const store = await openLibrary({ path })
  const [, failed] = await Promise.allSettled([
    booksIn(store).insert(sampleBook({ content: 'before' })),
    store.transaction(() => Promise.reject(new Error('on purpose')), { bulk: true, grouped: true }),
    store.transaction(tx => booksIn(tx).insertMany(many(10, 'boulder')), { bulk: true, grouped: true }),
    booksIn(store).insert(sampleBook({ content: 'after' })),
  ])
  t.equal(failed?.status, 'rejected')
  t.same([await found(store, 'before'), await found(store, 'boulder'), await found(store, 'after')], [1, 10, 1])
  await store.close()
  checkIndex(path)
})

t.test('the index of many texts is merged, and little of it again later', async t => {
  const path = pathIn(t)
  const store = await openLibrary({ path })
  await store.transaction(async tx => {
    for (let n = 0; n < 3; n++) await booksIn(tx).insertMany(many(7000, 'boulder'))
    await booksIn(tx).insert(sampleBook({ title: 'Other', content: '' }))
  }, BULK)
  const [all, ...others] = piecesOf(path)
  t.same(others, [], 'in one piece')
  t.same([await found(store, 'boulder'), await found(store, 'other')], [21_000, 0])
  t.equal(await booksIn(store).count(whereBooks.containsText('title', 'other')), 1)
  const { id } = await booksIn(store).insert(sampleBook({ content: 'Dust.' }))
  await store.transaction(async tx => {
    for (let n = 0; n < 400; n++) await booksIn(tx).update(id, { title: `Title ${n}`, content: long(n) })
  })
  t.same(
    [await found(store, 'boulder'), await found(store, 'grain 399999'), await found(store, 'grain 398999')],
    [21_000, 1, 0],
  )
  const pieces = piecesOf(path)
  t.same(pieces[0], all, 'the largest piece is as it was')
  t.ok(pieces.length > 1 && pieces.length < 30, 'the others are merged')
  await store.close()
  checkIndex(path)
})

for (const moment of ['stored', 'indexing'] as const) {
  t.test(`a process that is killed (${moment}) leaves nothing of it`, async t => {
    const path = pathIn(t)
    const store = await openLibrary({ path })
    await booksIn(store).insert(sampleBook({ content: 'A pebble.' }))
    const child = fork(script, [path, moment])
    await once(child, 'message')
    t.equal(await found(store, 'pebble'), 1, 'others read meanwhile')
    child.kill('SIGKILL')
    await once(child, 'exit')
    t.equal(await booksIn(store).count(), 1)
    await store.close()
    const again = await openLibrary({ path })
    t.same([await found(again, 'pebble'), await found(again, 'boulder')], [1, 0])
    await again.transaction(tx => booksIn(tx).insertMany(many(10, 'boulder')), BULK)
    t.equal(await found(again, 'boulder'), 10)
    await again.close()
    checkIndex(path)
  })
}
