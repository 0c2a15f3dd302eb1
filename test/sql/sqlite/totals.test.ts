import { fork } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Condition } from '@platen/storage'
import { type BookRecord, sampleBook, sampleNote, sampleShelving } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t from 'tap'
import { booksIn, notesIn, openLibrary, shelvingsIn, whereBooks, whereShelvings } from '../library.js'

/** A store with ten books of two subjects, and what is counted of it. */
async function countedStore(path: string) {
  const counted: string[] = []
  const store = await openLibrary({
    path,
    onStatement: sql => {
      if (sql.startsWith('select count(*)')) counted.push(sql)
    },
  })
  const inserted = await booksIn(store).insertMany(
    Array.from({ length: 10 }, (_, at) =>
      sampleBook({ code: `p${at}`, status: at < 7 ? 'available' : 'draft', volume: at }),
    ),
  )
  for (const { id } of inserted) await shelvingsIn(store).insert(sampleShelving({ book: id, subject: 1 + (id % 2) }))
  await notesIn(store).insert(sampleNote())
  const published = whereBooks.eq('status', 'available')
  const totals = async () => {
    counted.length = 0
    const { total } = await booksIn(store).find({ where: published, limit: 2, total: true })
    return [total, counted.length]
  }
  await totals()
  return { store, counted, totals, published, ids: inserted.map(({ id }) => id) }
}

t.test('a total of format and status is not counted', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, totals, published, ids } = await countedStore(path)
  const [first = 0, second = 0, third = 0] = ids
  t.same(await totals(), [7, 0])
  const { id } = await booksIn(store).insert(sampleBook({ status: 'available' }))
  t.same(await totals(), [8, 0], 'inserted')
  await booksIn(store).update(id, { status: 'lost' })
  t.same(await totals(), [7, 0], 'lost')
  await booksIn(store).update(id, { content: 'New.', status: 'lost' })
  t.same(await totals(), [7, 0], 'a field that does not count')
  await booksIn(store).updateWhere(whereBooks.eq('status', 'lost'), { status: 'available' })
  t.same(await totals(), [8, 0], 'restored together')
  await booksIn(store).updateMany([first, id].map(id => ({ id, changes: { status: 'private' } })))
  t.same(await totals(), [6, 0], 'updated together')
  await booksIn(store).remove(second)
  await booksIn(store).removeWhere(whereBooks.eq('status', 'private'))
  t.same(await totals(), [5, 0], 'removed')
  await store.transaction(
    async tx => {
      await booksIn(tx).insertMany(Array.from({ length: 200 }, () => sampleBook({ status: 'available' })))
      t.equal(await booksIn(tx).count(published), 205, 'the transaction counts what it sees')
    },
    { bulk: true },
  )
  t.same(await totals(), [205, 0], 'as a bulk')
  const failing = store.transaction(async tx => {
    await booksIn(tx).insert(sampleBook({ status: 'available' }))
    throw new Error('on purpose')
  })
  await t.rejects(failing, { message: 'on purpose' })
  t.same(await totals(), [205, 0], 'a transaction that fails')
  const other = await openLibrary({ path })
  await booksIn(other).insert(sampleBook({ status: 'available' }))
  await turn()
  t.same(await totals(), [206, 0], 'by another connection')
  const raw = new Database(path)
  raw.prepare(`update books set status = 'draft' where id = ?`).run(third)
  raw.prepare(`delete from books where status = 'available' and id > ?`).run(id)
  raw.close()
  await turn()
  t.same(await totals(), [4, 0], 'by another program')
  t.equal(await booksIn(store).count(), 8)
  await other.close()
  await store.close()
})

t.test('other totals are cached until a table that they depend on changes', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, counted, ids } = await countedStore(path)
  const [first = 0] = ids
  const inTerm = whereBooks.and(
    whereBooks.eq('status', 'available'),
    whereBooks.exists(whereShelvings, { foreign: 'book', local: 'id' }, whereShelvings.eq('subject', 1)),
  )
  const numbers = async () => {
    counted.length = 0
    return [await booksIn(store).count(inTerm), await booksIn(store).count(whereBooks.lt('volume', 3)), counted.length]
  }
  t.same(await numbers(), [3, 3, 2])
  t.same(await numbers(), [3, 3, 0])
  await notesIn(store).insert(sampleNote())
  await store.options.set('name', 'new')
  t.same(await numbers(), [3, 3, 0], 'other tables')
  await shelvingsIn(store).removeWhere(whereShelvings.eq('book', ids[1] ?? 0))
  t.same(await numbers(), [2, 3, 1], 'one of the tables')
  await booksIn(store).update(first, { volume: 5 })
  t.same(await numbers(), [2, 2, 2], 'both')
  await store.transaction(async tx => {
    await booksIn(tx).remove(first)
    t.same(await numbers(), [2, 2, 0], 'not committed')
  })
  t.same(await numbers(), [2, 2, 2], 'a transaction')
  const other = await openLibrary({ path })
  await booksIn(other).update(ids[3] ?? 0, { status: 'draft' })
  await turn()
  t.same(await numbers(), [1, 2, 2], 'by another connection')
  const raw = new Database(path)
  raw.prepare('update books set volume = 0').run()
  await notesIn(store).insert(sampleNote())
  t.same(await numbers(), [1, 9, 2], 'by another program before a write of this store')
  await notesIn(store).insert(sampleNote())
  raw.prepare('update books set volume = 9').run()
  raw.close()
  await turn()
  t.same(await numbers(), [1, 0, 2], 'and after one')
  await other.close()
  await store.close()
})

t.test('numbers that are not counted to the end', async t => {
  const { store, published } = await countedStore(`${t.testdir()}/site.sqlite`)
  const capped = async (where: Condition<BookRecord>, total: number) => {
    const found = await booksIn(store).find({ where, limit: 1, total })
    return [found.total, found.capped ?? false]
  }
  for (const where of [published, whereBooks.lt('volume', 7)]) {
    t.same(await capped(where, 8), [7, false])
    t.same(await capped(where, 7), [7, false])
    t.same(await capped(where, 6), [6, true])
  }
  await store.close()
})

t.test('a file of an older version', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const before = await countedStore(path)
  await before.store.close()
  const raw = new Database(path)
  for (const event of ['insert', 'update', 'delete']) raw.exec(`drop trigger books__counts_${event}`)
  raw.exec('drop table books__counts')
  raw.exec(`update collections set created = json_remove(created, '$.counted')`)
  raw.exec('create table saved_totals (key text primary key, number integer not null) without rowid')
  raw.exec('create trigger books_insert_saved_totals after insert on books begin delete from saved_totals; end')
  raw.exec(`insert into saved_totals values ('a', 1)`)
  for (let at = 0; at < 2; at++) {
    const store = await openLibrary({ path })
    t.equal(await booksIn(store).count(whereBooks.eq('status', 'available')), 7 + at)
    await booksIn(store).insert(sampleBook({ status: 'available' }))
    t.equal(await booksIn(store).count(whereBooks.eq('status', 'available')), 8 + at)
    await store.close()
  }
  t.same(raw.prepare(`select name from sqlite_schema where name glob '*saved_totals'`).all(), [])
  raw.close()
})

t.test('totals while another process writes', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  const script = fileURLToPath(new URL('writing-process.js', import.meta.url))
  const child = fork(script, [path, 'child', '60'])
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
  let isOver = false
  exit.then(() => {
    isOver = true
  })
  const numbers = () =>
    Promise.all(
      [undefined, whereBooks.eq('code', 'child'), whereBooks.eq('status', 'available')].map(booksIn(store).count),
    )
  let written = 0
  while (!isOver || written < 20) {
    await numbers()
    await booksIn(store).insert(sampleBook({ code: 'parent' }))
    written++
    await numbers()
    await turn()
  }
  t.equal(await exit, 0)
  await turn()
  t.same(await numbers(), [60 + written, 60, 60 + written])
  await store.close()
})

t.test('searches after writes', async t => {
  const { store, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const found = async () => {
    const where = whereBooks.containsText('title', 'Sought')
    return [await booksIn(store).count(where), (await booksIn(store).find({ where, limit: 1, total: true })).total]
  }
  t.same(await found(), [0, 0])
  await booksIn(store).update(ids[0] ?? 0, { title: 'What is sought' })
  t.same(await found(), [1, 1])
  await booksIn(store).insert(sampleBook({ title: 'Sought, too' }))
  t.same(await found(), [2, 2])
  await booksIn(store).updateWhere(whereBooks.eq('id', ids[0] ?? 0), { title: 'Nothing' })
  t.same(await found(), [1, 1])
  await store.close()
})

t.test('infinite values', async t => {
  const { store } = await countedStore(`${t.testdir()}/site.sqlite`)
  const count = (value: number) => booksIn(store).count(whereBooks.lt('volume', value))
  t.same([await count(Number.POSITIVE_INFINITY), await count(Number.NEGATIVE_INFINITY)], [10, 0])
  await store.close()
})

t.test('bytes of others that are no text', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, ids } = await countedStore(path)
  const raw = new Database(path)
  raw.prepare(`update books set code = cast(x'ff' as text) where id in (?, ?)`).run(ids[0], ids[1])
  raw.close()
  await turn()
  // The bytes come after all characters, what is read in their place does not.
  const count = () => booksIn(store).count(whereBooks.gt('code', '\u{1F600}'))
  t.equal(await count(), 2)
  await booksIn(store).remove(ids[0] ?? 0)
  t.equal(await count(), 1)
  await booksIn(store).update(ids[1] ?? 0, { code: 'text' })
  t.equal(await count(), 0)
  await store.close()
})

t.test('values that databases see in another way', async t => {
  const { store } = await countedStore(`${t.testdir()}/site.sqlite`)
  const conditions = [
    whereBooks.eq('code', 'a\uD800'),
    whereBooks.ne('code', 'a\uFFFD'),
    whereBooks.in('code', ['a\uD800', 'b']),
    whereBooks.lt('code', '\u{1F600}'),
    whereBooks.gte('code', '\uFF5E'),
    whereBooks.gt('code', 'É'),
    whereBooks.eq('volume', -0),
    whereBooks.lt('volume', 1.5),
    whereBooks.gt('volume', 3),
    whereBooks.gt('volume', Number.NEGATIVE_INFINITY),
    whereBooks.ne('volume', Number.NaN),
    whereBooks.eq('due', null),
    whereBooks.ne('due', null),
    whereBooks.not(whereBooks.lt('due', '2024-01-01T00:00:00')),
    whereBooks.notIn('due', [null, '2024-01-01T00:00:00']),
    whereBooks.gt('title', 'b'),
  ]
  const ask = () => Promise.all(conditions.map(where => booksIn(store).count(where)))
  await ask()
  const codes = ['a\uD800', 'a\uFFFD', 'a\0', '\u{1F600}', '\uFF5E', 'é', 'É', 'e\u0301', 'Z', 'a']
  const odd = [0.5, -0, 1e300, Number.NaN].map(volume => ({ volume }))
  // What the types do not allow.
  const wrong = [{ volume: '5' }, { code: 7 }, { title: 3.5 }] as unknown as Partial<ReturnType<typeof sampleBook>>[]
  const changes = [
    ...codes.map(code => ({ code, title: code })),
    { due: null },
    { due: '2024-01-01T00:00:00' },
    ...odd,
    ...wrong,
  ]
  for (const change of changes) {
    const inserting = booksIn(store)
      .insert(sampleBook(change))
      .catch(() => undefined)
    const inserted = await inserting
    const fresh = await store.transaction(async tx => Promise.all(conditions.map(where => booksIn(tx).count(where))))
    t.same(await ask(), fresh, JSON.stringify(change))
    if (inserted === undefined) continue
    await booksIn(store).update(inserted.id, { code: 'x', title: 'x', volume: 1, due: '2020-01-01T00:00:00' })
    await booksIn(store)
      .update(inserted.id, change)
      .catch(() => undefined)
    const later = await store.transaction(async tx => Promise.all(conditions.map(where => booksIn(tx).count(where))))
    t.same(await ask(), later, `updated: ${JSON.stringify(change)}`)
  }
  await store.close()
})
