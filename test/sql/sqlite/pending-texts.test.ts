import { createMemoryStore } from '@platen/memory'
import type { Store, StoreSession } from '@platen/storage'
import { randomChoices, sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t from 'tap'
import { asLibrary, booksIn, openLibrary, whereBooks } from '../library.js'

const seed = Number(process.env['PLATEN_SEED'] ?? 1)

const found = (store: StoreSession, word: string) => booksIn(store).count(whereBooks.containsText('content', word))

/** Throws unless each index has exactly the texts of the table; returns the number of pending notes. */
function checkIndexes(path: string): unknown {
  const database = new Database(path)
  for (const suffix of ['', '_title', '_blurb']) {
    const index = `book_texts_search${suffix}`
    database.exec(`insert into ${index} (${index}, rank) values ('integrity-check', 1)`)
  }
  const pending = database.prepare('select count(*) from pending_texts').pluck().get()
  database.close()
  return pending
}

/** Gives a file the triggers of files from before texts were pending. */
function withOlderTriggers(path: string): void {
  const columns = ['title', 'blurb', 'content']
  const changes = (row: 'old' | 'new', command = '') => {
    const [name, value] = command === '' ? ['', ''] : ['book_texts_search, ', `'${command}', `]
    const alone = ['title', 'blurb'].map(column => {
      const index = `book_texts_search_${column}`
      const own = name && `${index}, `
      return `insert into ${index} (${own}rowid, ${column}) select ${value}${row}.id, ${row}.${column} where ${row}.${column} <> '';`
    })
    const values = columns.map(column => `${row}.${column}`)
    return `insert into book_texts_search (${name}rowid, ${columns}) values (${value}${row}.id, ${values}); ${alone.join(' ')}`
  }
  const database = new Database(path)
  for (const suffix of ['noted', 'inserted', 'removed', 'updated', 'indexed'])
    database.exec(`drop trigger book_texts_${suffix}`)
  database.exec(`
    drop table pending_texts;
    create trigger book_texts_inserted after insert on book_texts begin ${changes('new')} end;
    create trigger book_texts_removed after delete on book_texts begin ${changes('old', 'delete')} end;
    create trigger book_texts_updated after update on book_texts begin ${changes('old', 'delete')} ${changes('new')} end;
  `)
  database.close()
}

t.test('new texts are found in their transaction, and after it', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  t.teardown(() => store.close())
  await store.transaction(async tx => {
    const { id } = await booksIn(tx).insert(sampleBook({ content: 'A pebble.' }))
    t.equal(await found(tx, 'pebble'), 1)
    const next = await booksIn(tx).insert(sampleBook({ content: 'A pebble.' }))
    await booksIn(tx).insert(sampleBook({ content: 'Another pebble.' }))
    await booksIn(tx).update(next.id, { content: 'A boulder.' })
    await booksIn(tx).update(id, { content: 'Sand.' })
    t.same([await found(tx, 'pebble'), await found(tx, 'boulder'), await found(tx, 'sand')], [1, 1, 1])
    const last = await booksIn(tx).insert(sampleBook({ content: 'Sand.' }))
    t.equal(await booksIn(tx).updateWhere(whereBooks.containsText('content', 'sand'), { content: 'Clay.' }), 2)
    await booksIn(tx).remove(last.id)
  })
  t.same([await found(store, 'pebble'), await found(store, 'sand'), await found(store, 'clay')], [1, 0, 1])
  t.equal(checkIndexes(path), 0)
})

t.test('texts that are created together are indexed together', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  t.teardown(() => store.close())
  const segments = () => {
    const database = new Database(path, { readonly: true })
    const count = database.prepare('select count(distinct segid) from book_texts_search_idx').pluck().get()
    database.close()
    return count
  }
  const before = Number(segments())
  const create = (content: string) =>
    store.transaction(tx => booksIn(tx).insert(sampleBook({ content })), { grouped: true })
  await Promise.all(['A pebble.', 'A boulder.', 'Sand.'].map(create))
  t.equal(segments(), before + 1)
  await create('Clay.')
  t.equal(segments(), before + 2)
})

for (const isOld of [false, true]) {
  t.test(`concurrent transactions, ${isOld ? 'an older' : 'a new'} file (SEED=${seed})`, async t => {
    const path = `${t.testdir()}/site.sqlite`
    await (await openLibrary({ path })).close()
    if (isOld) withOlderTriggers(path)
    const store = await openLibrary({ path, synchronous: 'normal' })
    const memory = await asLibrary(createMemoryStore())
    const choices = randomChoices(seed)
    const words = ['pebble', 'boulder', 'Sänd']
    let last = 0
    const writing = () => {
      const text = choices.some(words, 2).join(' ')
      const ids = Array.from({ length: 3 }, () => 1 + choices.below(last + 2))
      last += choices.chance(0.2) ? 3 : 1
      const id = choices.chance(0.2) ? last - 1 : last
      return choices.pick<(tx: StoreSession) => Promise<unknown>>([
        tx => booksIn(tx).insert(sampleBook({ id, content: text })),
        tx => booksIn(tx).insertMany([sampleBook({ id, title: text, content: text })]),
        tx => booksIn(tx).updateWhere(whereBooks.in('id', ids), { content: text }),
        tx => booksIn(tx).updateWhere(whereBooks.containsText('content', text), { title: text }),
        tx => booksIn(tx).removeWhere(whereBooks.in('id', ids)),
        tx => found(tx, text),
      ])
    }
    for (let round = 0; round < 100; round++) {
      const tasks = Array.from({ length: 1 + choices.below(4) }, () => ({
        writes: Array.from({ length: 1 + choices.below(4) }, writing),
        fails: choices.chance(0.2),
      }))
      const run = (each: Store) =>
        Promise.allSettled(
          tasks.map(({ writes, fails }) =>
            each.transaction(
              async tx => {
                const results: unknown[] = []
                for (const write of writes) results.push(await write(tx).catch(() => 'refused'))
                if (fails) throw new Error('on purpose')
                return results
              },
              { grouped: true },
            ),
          ),
        )
      const [ours, theirs] = [await run(store), await run(memory)]
      t.strictSame(
        ours.map(({ status }) => status),
        theirs.map(({ status }) => status),
      )
      for (const word of words) t.equal(await found(store, word), await found(memory, word), `round ${round}: ${word}`)
      if (!t.passing()) break
    }
    if (isOld) await store.optimize?.()
    await store.close()
    t.equal(checkIndexes(path), 0)
    const database = new Database(path, { readonly: true })
    const triggers = database
      .prepare("select count(*) from sqlite_schema where type = 'trigger' and name like 'book_texts%'")
      .pluck()
      .get()
    t.equal(triggers, 5, 'older triggers were replaced')
    database.close()
  })
}
