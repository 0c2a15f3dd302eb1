import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openSqliteStore } from '@platen/sql/sqlite'
import { defineCollection, nullable, type Store, text } from '@platen/storage'
import { sampleCollections } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t from 'tap'
import { versions } from './pamphlets.js'

const script = fileURLToPath(new URL('preparing-process.js', import.meta.url))
const [first, second, third] = versions

/** What a process of its own finds after it has prepared the file for a version of the collection. */
async function inProcess(path: string, version: number, ...flags: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, path, String(version)])
  return JSON.parse(stdout)
}

async function onFile<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({ path })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const schemaOf = (path: string): unknown[] => {
  const database = new Database(path, { readonly: true })
  const schema = database.prepare('select type, name, sql from sqlite_schema order by name').all()
  database.close()
  return schema
}

t.test('a site that starts again, and one whose collection has changed meanwhile', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await onFile(path, async store => {
    await store.prepare([first])
    await store.collection(first).insertMany([{ name: 'Ä' }, { name: 'b' }])
  })
  const before = schemaOf(path)
  await onFile(path, async store => {
    await store.prepare([first])
    t.equal(await store.collection(first).count(), 2)
  })
  t.strictSame(schemaOf(path), before)
  for (let at = 0; at < 2; at++) {
    await onFile(path, async store => {
      await store.prepare([second])
      const { records } = await store.collection(second).find({ where: second.where.equalsText('title', 'A') })
      t.strictSame(records, [{ id: 1, version: 2, title: 'Ä', pages: 5 }])
    })
  }
  await onFile(path, async store => {
    await t.rejects(store.prepare([first]), { code: 'unavailable' }, 'a version that knows less than the file')
    t.throws(() => store.collection(first), TypeError)
    await store.prepare([third])
    const { records } = await store.collection(third).find({ where: third.where.equalsText('title', 'A') })
    t.strictSame(records, [{ id: 1, version: 3, title: 'Ä', pages: 6 }], 'the new migration alone')
  })
  t.notMatch(JSON.stringify(schemaOf(path)), /pamphlets_by_title/, 'an index that is no longer declared is gone')
})

t.test('a collection that is taken away leaves its records', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await onFile(path, async store => {
    await store.prepare([first])
    await store.collection(first).insert({ name: 'a' })
  })
  const before = schemaOf(path)
  await onFile(path, async store => {
    await store.prepare([])
    t.throws(() => store.collection(first), TypeError)
    await store.options.set('title', 'Without pamphlets')
  })
  t.strictSame(schemaOf(path), before)
  await onFile(path, async store => {
    await store.prepare([first])
    t.equal(await store.collection(first).count(first.where.eq('name', 'a')), 1)
  })
})

t.test('processes that start at once', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const empty = await Promise.all([inProcess(path, 0), inProcess(path, 0), inProcess(path, 0)])
  t.strictSame(empty, [[], [], []])
  await onFile(path, async store => {
    await store.prepare([first])
    await store.collection(first).insertMany([{ name: 'a' }, { name: 'b' }])
  })
  const migrated = await Promise.all([inProcess(path, 1), inProcess(path, 1), inProcess(path, 1)])
  const expected = [
    { id: 1, version: 2, title: 'a', pages: 5 },
    { id: 2, version: 2, title: 'b', pages: 5 },
  ]
  t.strictSame(migrated, [expected, expected, expected], 'one of them migrates, once')
})

t.test('stores of one process that start at once', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const stores = await Promise.all(Array.from({ length: 5 }, () => openSqliteStore({ path })))
  await Promise.all(stores.map(store => store.prepare([second])))
  await stores[0]?.collection(second).insert({ title: 'a' })
  for (const store of stores) t.equal(await store.collection(second).count(), 1)
  for (const store of stores) await store.close()
})

t.test('tables of something else are refused, and nothing is left behind', async t => {
  const clash = defineCollection({ name: 'birds', columns: { song: nullable(text()) } })
  for (const columns of ['id integer primary key', 'id integer primary key, version integer, song text']) {
    const path = `${t.testdir()}/site.sqlite`
    const database = new Database(path)
    database.exec(`create table birds (${columns}); create table migrations (id integer primary key, migration text)`)
    database.close()
    await onFile(path, async store => {
      const before = schemaOf(path)
      await t.rejects(store.prepare([first, clash]), { code: 'failed', message: /"birds"/ })
      t.throws(() => store.collection(clash), TypeError)
      t.throws(() => store.collection(first), TypeError)
      t.strictSame(schemaOf(path), before)
      await store.prepare([first])
      await t.rejects(store.prepare([clash]), { code: 'failed' })
    })
  }
})

t.test('a table of another kind is not changed', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await onFile(path, async store => {
    await store.prepare([sampleCollections.books])
    const before = schemaOf(path)
    const clashing = defineCollection({ name: 'bookTexts', columns: { title: text() } })
    await t.rejects(store.prepare([clashing]), { code: 'failed' })
    t.throws(() => store.collection(clashing), TypeError)
    t.strictSame(schemaOf(path), before)
  })
})

t.test('statistics of a collection match its declaration', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const notes = defineCollection({
    ...{ name: 'notes', size: 5000, columns: { topic: text({ shared: 500 }), name: text({ shared: 1 }) } },
    unique: { name: ['topic', 'name'] },
    indexes: { byTopic: { key: ['topic', 'id'] } },
  })
  await onFile(path, async store => {
    await store.prepare([sampleCollections.books])
    await store.prepare([notes])
  })
  const database = new Database(path, { readonly: true })
  const rows = database.prepare("select idx, stat from sqlite_stat1 where tbl = 'notes' order by idx").raw().all()
  t.strictSame(rows, [
    ['notes_by_topic', '5000 500 1 noskipscan'],
    ['notes_name', '5000 500 1 noskipscan'],
  ])
  t.equal(database.prepare("select count(*) from sqlite_stat1 where tbl = 'books'").pluck().get(), 10, 'others stay')
  database.close()
})
