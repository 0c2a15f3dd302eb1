import { setImmediate as turn } from 'node:timers/promises'
import { where } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { samplePost } from '../../contract/sample-records.js'

const { posts } = where

/** Keeps the event loop from turning for some milliseconds. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

t.test('reads of one turn of the event loop see one snapshot of what others write', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openSqliteStore({ path })
  const post = await store.posts.insert(samplePost({ title: 'before' }))
  // A connection of its own, which the store knows as little of as of another process.
  const other = new Database(path)
  const write = (title: string) => other.prepare('update posts set title = ? where id = ?').run(title, post.id)
  const titles = async () => [
    (await store.posts.get(post.id))?.title,
    (await store.posts.find({ where: posts.eq('id', post.id), total: true })).records[0]?.title,
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
  const [store, same] = [await openSqliteStore({ path }), await openSqliteStore({ path })]
  for (let count = 1; count <= 20; count++) {
    t.equal((await store.posts.find({ total: true })).total, count - 1)
    const { id } = await same.posts.insert(samplePost({ slug: `p${count}` }))
    t.equal((await store.posts.get(id))?.slug, `p${count}`)
  }
  await Promise.all([store.close(), same.close()])
})

t.test('nothing is read on for longer than a turn: the log of writes can be cut', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openSqliteStore({ path })
  await store.posts.insert(samplePost())
  await store.posts.find({})
  await turn()
  const other = new Database(path)
  t.same(other.pragma('wal_checkpoint(truncate)'), [{ busy: 0, log: 0, checkpointed: 0 }])
  other.close()
  await store.close()
})

t.test('a read that fails does not stand in the way of the next', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openSqliteStore({ path })
  const { id } = await store.posts.insert(samplePost())
  const other = new Database(path)
  other.exec('alter table posts rename to hidden')
  await turn()
  await t.rejects(store.posts.get(id))
  await t.rejects(store.posts.find({ total: true }))
  other.exec('alter table hidden rename to posts')
  await turn()
  t.equal((await store.posts.get(id))?.id, id)
  t.equal((await store.posts.find({ total: true })).total, 1)
  other.close()
  await store.close()
})

t.test('a store that is closed in the turn in which it was read', async t => {
  const store = await openSqliteStore({ path: `${t.testdir()}/site.sqlite` })
  await store.posts.find({})
  await store.close()
  await turn()
  t.throws(() => store.revision(), { code: 'unavailable' })
})
