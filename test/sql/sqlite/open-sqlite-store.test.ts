import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { SqliteSynchronous } from '@platen/sql/sqlite'
import { StoreError } from '@platen/storage'
import { sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t from 'tap'
import { booksIn, openLibrary } from '../library.js'

const unavailable = { name: 'StoreError', code: 'unavailable' }
const missing = { name: 'StoreError', code: 'not_found' }
const failed = { name: 'StoreError', code: 'failed' }

t.test('a store creates its file, and finds its records when it is opened again', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  const post = await booksIn(store).insert(sampleBook({ title: 'Kept' }))
  await store.options.set('name', [1])
  await store.close()
  t.same(readdirSync(t.testdirName), ['site.sqlite'], 'closing leaves one file, with everything in it')
  const again = await openLibrary({ path, mustExist: true })
  t.strictSame(await booksIn(again).get(post.id), post)
  t.same(await again.options.get('name'), [1])
  await again.close()
})

t.test('a file that cannot be used', async t => {
  const folder = t.testdir({ folder: {}, 'text.sqlite': `${'This is no database. '.repeat(100)}` })
  const path = `${folder}/site.sqlite`
  const store = await openLibrary({ path })
  await booksIn(store).insertMany(Array.from({ length: 500 }, (_, at) => sampleBook({ title: `Title ${at}` })))
  await store.close()
  const other = new Database(`${folder}/other.sqlite`)
  other.exec('create table birds (name text)')
  other.close()
  const birds = readFileSync(`${folder}/other.sqlite`)
  copyFileSync(path, `${folder}/half.sqlite`)
  const bytes = readFileSync(path)
  writeFileSync(`${folder}/half.sqlite`, bytes.fill(0x5a, 4096, 40 * 4096))

  const cases: readonly [name: string, path: string, mustExist: boolean, refusal?: object][] = [
    ['missing', `${folder}/missing.sqlite`, true, missing],
    ['the database of something else', `${folder}/other.sqlite`, true, missing],
    ['in a folder that is missing', `${folder}/missing/site.sqlite`, false],
    ['a folder', `${folder}/folder`, false],
    ['no database', `${folder}/text.sqlite`, false, failed],
    ['damaged', `${folder}/half.sqlite`, false, failed],
    ['no file at all', ':memory:', false],
  ]
  for (const [name, file, mustExist, expected = unavailable] of cases) {
    const refusal = await openLibrary({ path: file, mustExist }).catch((error: unknown) => error)
    t.match(refusal, expected, name)
    t.ok(refusal instanceof StoreError && refusal.cause instanceof Error, `${name}: cause`)
    t.ok(String(refusal).includes(`${file}: `), `${name}: names the file`)
  }
  t.same(readFileSync(`${folder}/other.sqlite`), birds)
  t.notOk(existsSync(`${folder}/missing.sqlite`))
})

t.test('a file that somebody else has locked', async t => {
  const path = `${t.testdir()}/site.sqlite`
  await (await openLibrary({ path })).close()
  const other = new Database(path)
  other.pragma('locking_mode = exclusive')
  other.exec('begin exclusive')
  await t.rejects(openLibrary({ path, busyTimeout: 50 }), unavailable)
  other.close()
  const store = await openLibrary({ path, busyTimeout: 50 })

  const writer = new Database(path)
  writer.exec('begin immediate')
  const started = performance.now()
  await t.rejects(booksIn(store).insert(sampleBook()), unavailable, 'a write waits, but not for ever')
  t.ok(performance.now() - started >= 45)
  t.equal(await booksIn(store).count(), 0, 'reads go on')
  const write = booksIn(store).insert(sampleBook())
  writer.exec('commit')
  t.equal((await write).version, 1, 'as soon as the lock is free the write is done')
  writer.close()
  await store.close()
})

t.test('a file that is damaged later', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  await booksIn(store).insertMany(Array.from({ length: 3000 }, (_, at) => sampleBook({ title: `Title ${at}` })))
  await store.close()
  const damaged = await openLibrary({ path })
  const size = statSync(path).size
  writeFileSync(path, readFileSync(path).fill(0x5a, Math.floor(size / 100), size))
  const refusal = await booksIn(damaged)
    .find({})
    .catch((error: unknown) => error)
  t.match(refusal, { ...failed, message: `${path}: ` })
  await damaged.close().catch(() => undefined)
})

t.test('a write in the middle of another one', async t => {
  const store = await openLibrary({ path: `${t.testdir()}/site.sqlite`, busyTimeout: 30 })
  const stuck = store.transaction(async () => {
    await booksIn(store).insert(sampleBook())
  })
  await t.rejects(stuck, unavailable, 'it does not wait for itself for ever')
  t.equal((await booksIn(store).insert(sampleBook())).version, 1, 'and the store goes on')
  await store.close()
})

t.test('a failure while closing is reported', async t => {
  mkdirSync(`${t.testdir()}/folder`)
  const store = await openLibrary({ path: `${t.testdirName}/folder/site.sqlite`, busyTimeout: 30 })
  const running = store.transaction(() => new Promise(resolve => setTimeout(resolve, 100)))
  await t.rejects(store.close(), unavailable)
  await running
})

t.test('closing can be tried again after a writer took too long', async t => {
  const store = await openLibrary({ path: `${t.testdir()}/site.sqlite`, busyTimeout: 50 })
  let finish: () => void = () => {}
  const writing = store.transaction(
    () =>
      new Promise<void>(resolve => {
        finish = resolve
      }),
  )
  await t.rejects(store.close())
  finish()
  await writing
  await store.close()
  t.same(readdirSync(t.testdirName), ['site.sqlite'])
})

t.test('when the disk is waited for', async t => {
  const folder = t.testdir()
  const levels: readonly [SqliteSynchronous | undefined, number][] = [
    [undefined, 2],
    ['full', 2],
    ['normal', 1],
  ]
  // Nothing but the connection itself can tell: the setting is not stored in the file.
  const levelOf = async (synchronous: SqliteSynchronous | undefined) => {
    const set: unknown[] = []
    const { pragma } = Database.prototype
    Database.prototype.pragma = function (source, options) {
      const result = pragma.call(this, source, options)
      if (source.startsWith('synchronous')) set.push(pragma.call(this, 'synchronous', { simple: true }))
      return result
    }
    try {
      await (await openLibrary({ path: `${folder}/${synchronous}.sqlite`, synchronous })).close()
    } finally {
      Database.prototype.pragma = pragma
    }
    return set
  }
  for (const [synchronous, level] of levels) t.same(await levelOf(synchronous), [level], String(synchronous))
  const path = `${folder}/off.sqlite`
  await t.rejects(openLibrary({ path, synchronous: 'off' as 'full' }), { name: 'RangeError' })
  t.notOk(existsSync(path))
})
