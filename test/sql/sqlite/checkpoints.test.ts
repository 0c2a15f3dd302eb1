import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Store } from '@platen/storage'
import { sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { booksIn, openLibrary } from '../library.js'

type CheckpointsModule = typeof import('../../../packages/sql/src/sqlite/checkpoints.js')

const { createCheckpoints }: CheckpointsModule = await import(
  new URL('../../../../packages/sql/dist/sqlite/checkpoints.js', import.meta.url).href
)

const pathIn = (own: Test) => `${own.testdir()}/site.sqlite`

/** The length of a file's log, and how much of it has been copied, in pages. */
function logOf(path: string): { log: number; checkpointed: number } {
  const database = new Database(path)
  try {
    const [state] = database.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
    return state ?? { log: 0, checkpointed: 0 }
  } finally {
    database.close()
  }
}

/** Writes some megabytes, one commit after the other. */
async function write(store: Store, commits = 60): Promise<void> {
  for (let n = 0; n < commits; n++)
    await booksIn(store).insert(sampleBook({ code: `p-${n}`, content: `${n} `.repeat(40_000) }))
}

async function until(condition: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (condition()) return true
    await pause(20)
  }
  return false
}

t.test('a long log is copied by a thread, long before the connection would', async t => {
  const path = pathIn(t)
  const store = await openLibrary({ path, synchronous: 'normal' })
  await write(store)
  t.ok(await until(() => logOf(path).checkpointed > 1000), JSON.stringify(logOf(path)))
  t.ok(logOf(path).log < 16_000, 'the connection has had no reason')
  t.equal(await booksIn(store).count(undefined), 60)
  await store.close()
  t.notOk(existsSync(`${path}-wal`), 'all of it is copied in the end')
  const again = await openLibrary({ path, mustExist: true })
  t.equal(await booksIn(again).count(undefined), 60)
  await again.close()
})

t.test('closing waits for the thread, and nothing starts one afterwards', async t => {
  const path = pathIn(t)
  const store = await openLibrary({ path, synchronous: 'normal' })
  const writing = write(store).catch(() => undefined)
  await pause(5)
  await store.close()
  await writing
  t.notOk(existsSync(`${path}-wal`))
  t.same(new Database(path).pragma('integrity_check'), [{ integrity_check: 'ok' }])
})

t.test('the thread does not keep the process alive', async t => {
  const path = pathIn(t)
  const script = `
    import { openSqliteStore } from '@platen/sql/sqlite'
    const store = await openSqliteStore({ path: ${JSON.stringify(path)}, synchronous: 'normal' })
    for (let n = 0; n < 60; n++) await store.options.set('text', String(n).repeat(100_000))
  `
  const cwd = fileURLToPath(new URL('../../../..', import.meta.url))
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd, timeout: 30_000 })
  const store = await openLibrary({ path, mustExist: true })
  t.equal(await store.options.get('text'), '59'.repeat(100_000))
  await store.close()
})

t.test('a thread that fails is not missed', async t => {
  const folder = t.testdir()
  const database = new Database(`${folder}/site.sqlite`)
  database.pragma('journal_mode = wal')
  database.pragma('wal_autocheckpoint = 0')
  database.exec('create table texts (text)')
  const insert = database.prepare('insert into texts values (zeroblob(1000000))')
  // It finds no file of this name.
  const checkpoints = createCheckpoints(
    new Proxy(database, {
      get: (target, name) => {
        if (name === 'name') return `${folder}/missing/site.sqlite`
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  )
  for (let n = 0; n < 64; n++) {
    insert.run()
    checkpoints.committed()
    await pause(1)
  }
  await pause(200)
  checkpoints.committed()
  await checkpoints.close()
  t.equal(database.prepare('select count(*) from texts').pluck().get(), 64)
  database.close()
})
