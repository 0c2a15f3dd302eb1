import { copyFileSync } from 'node:fs'
import type { SqliteStoreOptions } from '@platen/sql/sqlite'
import { sampleBook, sampleCollections } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../../temporary-folder.js'
import { booksIn, openLibrary, whereBooks } from '../library.js'
import { fillUnmerged, words } from './fill-unmerged.js'

/** More than are merged when the first level is full. */
const WRITES = 40

const open = (path: string, options: Partial<SqliteStoreOptions> = {}) =>
  openLibrary({ path, synchronous: 'normal', ...options })

const folder = temporaryFolder('optimizing')
const unmerged = `${folder}/unmerged.sqlite`
const optimized = `${folder}/optimized.sqlite`
await fillUnmerged(unmerged, {
  definition: sampleCollections.books,
  table: 'book_texts',
  insert: (session, texts) => booksIn(session).insertMany(texts.map(content => sampleBook({ content }))),
})

function copyOf(file: string, t: Test): string {
  const path = `${t.testdir()}/site.sqlite`
  copyFileSync(file, path)
  return path
}

/** The largest piece of the index: what it is called, and its number of pages. */
function largestPiece(path: string): { readonly piece: number; readonly pages: number } {
  const database = new Database(path, { readonly: true })
  const row = database
    .prepare<[], { piece: number; pages: number }>(
      `select id >> 37 as piece, count(*) as pages from book_texts_search_data where id > 10
      group by piece order by pages desc limit 1`,
    )
    .get()
  database.close()
  if (row === undefined) throw new Error('There is no index.')
  return row
}

/** Throws unless the index has exactly the texts of the table. */
function checkIndex(path: string): void {
  const database = new Database(path)
  database.exec(`insert into book_texts_search (book_texts_search, rank) values ('integrity-check', 1)`)
  database.close()
}

/** Changes some books, one by one. */
async function change(path: string): Promise<void> {
  const store = await open(path)
  const { records } = await booksIn(store).find({ limit: WRITES })
  for (const { id } of records) await booksIn(store).update(id, { content: `Changed ${id}.` })
  await store.close()
}

t.test('writes do not change most of an optimized index', async t => {
  const path = copyOf(unmerged, t)
  const before = largestPiece(path)
  t.ok(before.pages > 1000, `${before.pages} pages`)
  const store = await open(path)
  t.equal(await store.optimize?.(), true)
  await store.close()
  copyFileSync(path, optimized)
  checkIndex(path)
  const merged = largestPiece(path)
  t.ok(merged.piece !== before.piece && merged.pages > 0.9 * before.pages, 'it was merged to its end')
  await change(path)
  t.equal(largestPiece(path).piece, merged.piece, 'and not merged with what was written since')
  checkIndex(path)
})

t.test('without that, writes merge all of it', async t => {
  const path = copyOf(unmerged, t)
  const { piece } = largestPiece(path)
  await change(path)
  t.not(largestPiece(path).piece, piece)
})

t.test('it is put in order in steps, and used meanwhile', async t => {
  const path = copyOf(unmerged, t)
  let merges = 0
  const store = await open(path, {
    onStatement: sql => {
      if (sql.includes("'merge'")) merges++
    },
  })
  const other = await open(path)
  const optimizing = store.optimize?.()
  let written = 0
  const isOver = optimizing?.then(() => true)
  const turn = () => new Promise<false>(resolve => setTimeout(resolve, 10, false))
  while ((await Promise.race([isOver, turn()])) !== true) {
    const writer = written % 2 === 0 ? store : other
    await booksIn(writer).insert(sampleBook({ content: `Meanwhile${written}` }))
    t.equal(await booksIn(other).count(whereBooks.containsText('content', `meanwhile${written}`)), 1)
    written++
  }
  t.ok(merges >= 4, `${merges} merges`)
  t.ok(written >= 3, `${written} books were written meanwhile`)
  t.equal(await booksIn(store).count(whereBooks.containsText('content', words(7).slice(0, 50))), 1)
  await Promise.all([store.close(), other.close()])
  checkIndex(path)
})

t.test('an optimized index is not changed', async t => {
  const path = `${t.testdir()}/site.sqlite`
  let merges = 0
  const onStatement = (sql: string) => {
    if (sql.includes("'merge'")) merges++
  }
  const store = await open(path, { onStatement })
  t.equal(await store.optimize?.(), false, 'an empty index')
  for (let i = 0; i < 60; i++) await booksIn(store).insert(sampleBook({ content: words(i) }))
  t.equal(await store.optimize?.(), false, 'one that grew')
  await store.close()
  t.equal(merges, 0)

  const mended = await open(copyOf(optimized, t), { onStatement })
  t.equal(await mended.optimize?.(), false, 'one that was put in order')
  t.equal(merges, 0)
  await mended.close()
})

t.test('an index of many texts that were stored in bulk is in order', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await open(path)
  await store.transaction(
    async tx => {
      for (let i = 0; i < 45; i++)
        await booksIn(tx).insertMany(
          Array.from({ length: 500 }, (_, j) => sampleBook({ content: words(500 * i + j, 12) })),
        )
    },
    { bulk: true },
  )
  t.ok(largestPiece(path).pages > 1000)
  t.equal(await store.optimize?.(), false)
  await store.close()
})
