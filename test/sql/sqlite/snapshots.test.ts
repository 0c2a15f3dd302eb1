import { setImmediate as turn } from 'node:timers/promises'
import { createChangeCounter } from '@platen/storage'
import { sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t from 'tap'
import { booksIn, openLibrary, whereBooks } from '../library.js'

type SnapshotsModule = typeof import('../../../packages/sql/src/sqlite/snapshots.js')
const { createSnapshots, foreignVersionOf }: SnapshotsModule = await import(
  new URL('../../../../packages/sql/dist/sqlite/snapshots.js', import.meta.url).href
)

/** Keeps the event loop from turning for some milliseconds. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

t.test('reads of one turn of the event loop see one snapshot of what others write', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  const post = await booksIn(store).insert(sampleBook({ title: 'before' }))
  // A connection of its own, which the store knows as little of as of another process.
  const other = new Database(path)
  const write = (title: string) => other.prepare('update books set title = ? where id = ?').run(title, post.id)
  const titles = async () => [
    (await booksIn(store).get(post.id))?.title,
    (await booksIn(store).find({ where: whereBooks.eq('id', post.id), total: true })).records[0]?.title,
  ]
  await turn()
  const revision = store.revision()
  t.same(await titles(), ['before', 'before'])
  write('after')
  await turn()
  t.not(store.revision(), revision)
  t.same(await titles(), ['after', 'after'])
  write('later')
  block(10)
  t.same(await titles(), ['later', 'later'], 'a turn that takes long does not read what is old')
  other.close()
  await store.close()
})

t.test('what this process writes is read at once', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const [store, same] = [await openLibrary({ path }), await openLibrary({ path })]
  for (let count = 1; count <= 20; count++) {
    t.equal((await booksIn(store).find({ total: true })).total, count - 1)
    const { id } = await booksIn(same).insert(sampleBook({ code: `p${count}` }))
    t.equal((await booksIn(store).get(id))?.code, `p${count}`)
  }
  await Promise.all([store.close(), same.close()])
})

t.test('what others commit while a read begins', async t => {
  const path = `${t.testdir()}/numbers.sqlite`
  const [writer, reader, other] = [new Database(path), new Database(path), new Database(path)]
  writer.pragma('journal_mode = wal')
  writer.exec('create table numbers (number integer)')
  const add = (database: Database.Database) => database.exec('insert into numbers values (1)')
  const count = reader.prepare<[], number>('select count(*) from numbers').pluck()
  let isLate = false
  const foreignVersion = foreignVersionOf(writer)
  const changes = createChangeCounter()
  const version = () => {
    // Just before it is looked for.
    if (isLate) add(other)
    isLate = false
    return foreignVersion()
  }
  const snapshots = createSnapshots(reader, version, changes)
  const read = () => {
    snapshots.close()
    snapshots.open()
    return { changes: changes.last(['numbers']), number: count.get() ?? 0 }
  }

  for (const isFirstLate of [false, true, false, true]) {
    add(other)
    isLate = isFirstLate
    const first = read()
    const second = read()
    t.equal(second.changes === first.changes, second.number === first.number)
    isLate = false
    const before = read()
    add(writer)
    const after = read()
    t.equal(after.changes, before.changes, 'what the store itself commits is counted by the store')
    t.equal(after.number, before.number + 1)
    add(other)
    add(writer)
    const foreign = read()
    t.not(foreign.changes, after.changes)
    writer.exec('begin immediate; insert into numbers values (2)')
    t.same(read(), foreign, 'while the store writes')
    writer.exec('rollback')
    t.same(read(), foreign, 'what was rolled back')
  }
  snapshots.close()
  for (const each of [writer, reader, other]) each.close()
})

t.test('nothing is read on for longer than a turn: the log of writes can be cut', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  await booksIn(store).insert(sampleBook())
  await booksIn(store).find({})
  await turn()
  const other = new Database(path)
  t.same(other.pragma('wal_checkpoint(truncate)'), [{ busy: 0, log: 0, checkpointed: 0 }])
  other.close()
  await store.close()
})

t.test('a failed read does not prevent the next one', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openLibrary({ path })
  const { id } = await booksIn(store).insert(sampleBook())
  const other = new Database(path)
  other.exec('alter table books rename to hidden')
  await turn()
  await t.rejects(booksIn(store).get(id))
  await t.rejects(booksIn(store).find({ total: true }))
  other.exec('alter table hidden rename to books')
  await turn()
  t.equal((await booksIn(store).get(id))?.id, id)
  t.equal((await booksIn(store).find({ total: true })).total, 1)
  other.close()
  await store.close()
})

t.test('a store that is closed in the turn in which it was read', async t => {
  const store = await openLibrary({ path: `${t.testdir()}/site.sqlite` })
  await booksIn(store).find({})
  await store.close()
  await turn()
  t.throws(() => store.revision(), { code: 'unavailable' })
})
