import { fork } from 'node:child_process'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Condition, type PostRecord, where } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { sampleAssignment, sampleComment, samplePost } from '../../contract/sample-records.js'
import { openNewFile } from '../../site/sqlite-file.js'

const { posts, assignments } = where

/** A store with ten posts of two categories, and what is counted of it. */
async function countedStore(path: string) {
  const counted: string[] = []
  const store = await openNewFile(path, {
    onStatement: sql => {
      if (sql.startsWith('select count(*)')) counted.push(sql)
    },
  })
  const inserted = await store.posts.insertMany(
    Array.from({ length: 10 }, (_, at) =>
      samplePost({ slug: `p${at}`, status: at < 7 ? 'publish' : 'draft', menuOrder: at }),
    ),
  )
  for (const { id } of inserted) await store.assignments.insert(sampleAssignment({ object: id, term: 1 + (id % 2) }))
  await store.comments.insert(sampleComment({ post: inserted[0]?.id ?? 0 }))
  const published = posts.eq('status', 'publish')
  const totals = async () => {
    counted.length = 0
    const { total } = await store.posts.find({ where: published, limit: 2, total: true })
    return [total, counted.length]
  }
  await totals()
  return { store, counted, totals, published, ids: inserted.map(({ id }) => id) }
}

t.test('a total of type and status is not counted', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, totals, published, ids } = await countedStore(path)
  const [first = 0, second = 0, third = 0] = ids
  t.same(await totals(), [7, 0])
  const { id } = await store.posts.insert(samplePost({ status: 'publish' }))
  t.same(await totals(), [8, 0], 'inserted')
  await store.posts.update(id, { status: 'trash' })
  t.same(await totals(), [7, 0], 'in the trash')
  await store.posts.update(id, { content: 'New.', status: 'trash' })
  t.same(await totals(), [7, 0], 'a field that does not count')
  await store.posts.updateWhere(posts.eq('status', 'trash'), { status: 'publish' })
  t.same(await totals(), [8, 0], 'restored together')
  await store.posts.updateMany([first, id].map(id => ({ id, changes: { status: 'private' } })))
  t.same(await totals(), [6, 0], 'updated together')
  await store.posts.remove(second)
  await store.posts.removeWhere(posts.eq('status', 'private'))
  t.same(await totals(), [5, 0], 'removed')
  await store.transaction(
    async tx => {
      await tx.posts.insertMany(Array.from({ length: 200 }, () => samplePost({ status: 'publish' })))
      t.equal(await tx.posts.count(published), 205, 'the transaction counts what it sees')
    },
    { bulk: true },
  )
  t.same(await totals(), [205, 0], 'as a bulk')
  const failing = store.transaction(async tx => {
    await tx.posts.insert(samplePost({ status: 'publish' }))
    throw new Error('on purpose')
  })
  await t.rejects(failing, { message: 'on purpose' })
  t.same(await totals(), [205, 0], 'a transaction that fails')
  const other = await openSqliteStore({ path })
  await other.posts.insert(samplePost({ status: 'publish' }))
  await turn()
  t.same(await totals(), [206, 0], 'by another connection')
  const raw = new Database(path)
  raw.prepare(`update posts set status = 'draft' where id = ?`).run(third)
  raw.prepare(`delete from posts where status = 'publish' and id > ?`).run(id)
  raw.close()
  await turn()
  t.same(await totals(), [4, 0], 'by another program')
  t.equal(await store.posts.count(), 8)
  await other.close()
  await store.close()
})

t.test('other totals are cached until a table that they depend on changes', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, counted, ids } = await countedStore(path)
  const [first = 0] = ids
  const inTerm = posts.and(
    posts.eq('status', 'publish'),
    posts.exists(assignments, { foreign: 'object', local: 'id' }, assignments.eq('term', 1)),
  )
  const numbers = async () => {
    counted.length = 0
    return [await store.posts.count(inTerm), await store.posts.count(posts.lt('menuOrder', 3)), counted.length]
  }
  t.same(await numbers(), [3, 3, 2])
  t.same(await numbers(), [3, 3, 0])
  await store.comments.insert(sampleComment())
  await store.options.set('name', 'new')
  t.same(await numbers(), [3, 3, 0], 'other tables')
  await store.assignments.removeWhere(assignments.eq('object', ids[1] ?? 0))
  t.same(await numbers(), [2, 3, 1], 'one of the tables')
  await store.posts.update(first, { menuOrder: 5 })
  t.same(await numbers(), [2, 2, 2], 'both')
  await store.transaction(async tx => {
    await tx.posts.remove(first)
    t.same(await numbers(), [2, 2, 0], 'not committed')
  })
  t.same(await numbers(), [2, 2, 2], 'a transaction')
  const other = await openSqliteStore({ path })
  await other.posts.update(ids[3] ?? 0, { status: 'draft' })
  await turn()
  t.same(await numbers(), [1, 2, 2], 'by another connection')
  const raw = new Database(path)
  raw.prepare('update posts set menu_order = 0').run()
  await store.comments.insert(sampleComment())
  t.same(await numbers(), [1, 9, 2], 'by another program before a write of this store')
  await store.comments.insert(sampleComment())
  raw.prepare('update posts set menu_order = 9').run()
  raw.close()
  await turn()
  t.same(await numbers(), [1, 0, 2], 'and after one')
  await other.close()
  await store.close()
})

t.test('numbers that are not counted to the end', async t => {
  const { store, published } = await countedStore(`${t.testdir()}/site.sqlite`)
  const capped = async (where: Condition<PostRecord>, total: number) => {
    const found = await store.posts.find({ where, limit: 1, total })
    return [found.total, found.capped ?? false]
  }
  for (const where of [published, posts.lt('menuOrder', 7)]) {
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
  for (const event of ['insert', 'update', 'delete']) raw.exec(`drop trigger posts__counts_${event}`)
  raw.exec('drop table posts__counts')
  raw.exec(`update collections set created = json_remove(created, '$.counted')`)
  raw.exec('create table saved_totals (key text primary key, number integer not null) without rowid')
  raw.exec('create trigger posts_insert_saved_totals after insert on posts begin delete from saved_totals; end')
  raw.exec(`insert into saved_totals values ('a', 1)`)
  for (let at = 0; at < 2; at++) {
    const store = await openSqliteStore({ path })
    t.equal(await store.posts.count(posts.eq('status', 'publish')), 7 + at)
    await store.posts.insert(samplePost({ status: 'publish' }))
    t.equal(await store.posts.count(posts.eq('status', 'publish')), 8 + at)
    await store.close()
  }
  t.same(raw.prepare(`select name from sqlite_schema where name glob '*saved_totals'`).all(), [])
  raw.close()
})

t.test('totals while another process writes', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const store = await openSqliteStore({ path })
  const script = fileURLToPath(new URL('writing-process.js', import.meta.url))
  const child = fork(script, [path, 'child', '60'])
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
  let isOver = false
  exit.then(() => {
    isOver = true
  })
  const numbers = () =>
    Promise.all([undefined, posts.eq('slug', 'child'), posts.eq('status', 'publish')].map(store.posts.count))
  let written = 0
  while (!isOver || written < 20) {
    await numbers()
    await store.posts.insert(samplePost({ slug: 'parent' }))
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
    const where = posts.containsText('title', 'Sought')
    return [await store.posts.count(where), (await store.posts.find({ where, limit: 1, total: true })).total]
  }
  t.same(await found(), [0, 0])
  await store.posts.update(ids[0] ?? 0, { title: 'What is sought' })
  t.same(await found(), [1, 1])
  await store.posts.insert(samplePost({ title: 'Sought, too' }))
  t.same(await found(), [2, 2])
  await store.posts.updateWhere(posts.eq('id', ids[0] ?? 0), { title: 'Nothing' })
  t.same(await found(), [1, 1])
  await store.close()
})

t.test('infinite values', async t => {
  const { store } = await countedStore(`${t.testdir()}/site.sqlite`)
  const count = (value: number) => store.posts.count(posts.lt('menuOrder', value))
  t.same([await count(Number.POSITIVE_INFINITY), await count(Number.NEGATIVE_INFINITY)], [10, 0])
  await store.close()
})

t.test('bytes of others that are no text', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, ids } = await countedStore(path)
  const raw = new Database(path)
  raw.prepare(`update posts set slug = cast(x'ff' as text) where id in (?, ?)`).run(ids[0], ids[1])
  raw.close()
  await turn()
  // The bytes come after all characters, what is read in their place does not.
  const count = () => store.posts.count(posts.gt('slug', '\u{1F600}'))
  t.equal(await count(), 2)
  await store.posts.remove(ids[0] ?? 0)
  t.equal(await count(), 1)
  await store.posts.update(ids[1] ?? 0, { slug: 'text' })
  t.equal(await count(), 0)
  await store.close()
})

t.test('values that databases see in another way', async t => {
  const { store } = await countedStore(`${t.testdir()}/site.sqlite`)
  const conditions = [
    posts.eq('slug', 'a\uD800'),
    posts.ne('slug', 'a\uFFFD'),
    posts.in('slug', ['a\uD800', 'b']),
    posts.lt('slug', '\u{1F600}'),
    posts.gte('slug', '\uFF5E'),
    posts.gt('slug', 'É'),
    posts.eq('menuOrder', -0),
    posts.lt('menuOrder', 1.5),
    posts.gt('menuOrder', 3),
    posts.gt('menuOrder', Number.NEGATIVE_INFINITY),
    posts.ne('menuOrder', Number.NaN),
    posts.eq('dateGmt', null),
    posts.ne('dateGmt', null),
    posts.not(posts.lt('dateGmt', '2024-01-01T00:00:00')),
    posts.notIn('dateGmt', [null, '2024-01-01T00:00:00']),
    posts.gt('title', 'b'),
  ]
  const ask = () => Promise.all(conditions.map(where => store.posts.count(where)))
  await ask()
  const slugs = ['a\uD800', 'a\uFFFD', 'a\0', '\u{1F600}', '\uFF5E', 'é', 'É', 'e\u0301', 'Z', 'a']
  const odd = [0.5, -0, 1e300, Number.NaN].map(menuOrder => ({ menuOrder }))
  // What the types do not allow.
  const wrong = [{ menuOrder: '5' }, { slug: 7 }, { title: 3.5 }] as unknown as Partial<ReturnType<typeof samplePost>>[]
  const changes = [
    ...slugs.map(slug => ({ slug, title: slug })),
    { dateGmt: null },
    { dateGmt: '2024-01-01T00:00:00' },
    ...odd,
    ...wrong,
  ]
  for (const change of changes) {
    const inserting = store.posts.insert(samplePost(change)).catch(() => undefined)
    const inserted = await inserting
    const fresh = await store.transaction(async tx => Promise.all(conditions.map(where => tx.posts.count(where))))
    t.same(await ask(), fresh, JSON.stringify(change))
    if (inserted === undefined) continue
    await store.posts.update(inserted.id, { slug: 'x', title: 'x', menuOrder: 1, dateGmt: '2020-01-01T00:00:00' })
    await store.posts.update(inserted.id, change).catch(() => undefined)
    const later = await store.transaction(async tx => Promise.all(conditions.map(where => tx.posts.count(where))))
    t.same(await ask(), later, `updated: ${JSON.stringify(change)}`)
  }
  await store.close()
})
