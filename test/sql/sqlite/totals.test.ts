import { setImmediate as turn } from 'node:timers/promises'
import { where } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { sampleAssignment, sampleComment, samplePost } from '../../contract/sample-records.js'
import { openNewFile } from '../../site/sqlite-file.js'

const { posts, assignments, comments } = where

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

t.test('a list after a write is not counted again', async t => {
  const { store, totals, published, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  t.same(await totals(), [7, 0])
  const { id } = await store.posts.insert(samplePost({ status: 'publish' }))
  t.same(await totals(), [8, 0], 'inserted')
  await store.posts.insert(samplePost({ status: 'draft' }))
  t.same(await totals(), [8, 0], 'inserted, but not counted')
  await store.posts.update(id, { status: 'trash' })
  t.same(await totals(), [7, 0], 'in the trash')
  await store.posts.update(id, { content: 'New.', title: 'New' })
  t.same(await totals(), [7, 0], 'a field that does not count')
  await store.posts.update(id, { status: 'publish' }, { keepVersion: true })
  t.same(await totals(), [8, 0], 'restored')
  await store.posts.remove(id)
  t.same(await totals(), [7, 0], 'removed')
  await store.posts.remove(id)
  t.same(await totals(), [7, 0], 'removed already')
  await store.posts.removeWhere(posts.in('id', [first, second]))
  t.same(await totals(), [5, 0], 'removed by their ids')
  await store.posts.updateWhere(posts.gt('menuOrder', 3), { menuOrder: 100 })
  t.same(await totals(), [5, 0], 'changed together in a field that does not count')
  await store.posts.insertMany(Array.from({ length: 50 }, () => samplePost({ status: 'publish' })))
  t.same(await totals(), [55, 0], 'inserted together')
  await store.meta.removeWhere(where.meta.gt('id', 0))
  await store.comments.insert(sampleComment())
  await store.options.set('name', 'new')
  t.same(await totals(), [55, 0], 'other tables')
  await store.transaction(async tx => {
    await tx.posts.insert(samplePost({ status: 'publish' }))
    t.same(await totals(), [55, 0], 'not committed')
    await t.rejects(tx.posts.update(third, { status: 'draft' }, { version: 9 }), { code: 'version' })
    await tx.posts.update(fourth, { status: 'draft' })
    await tx.posts.insert(samplePost({ status: 'publish' }))
    t.equal(await tx.posts.count(published), 56, 'the transaction counts what it sees')
    t.same(await totals(), [55, 0], 'not committed')
  })
  t.same(await totals(), [56, 0], 'a transaction')
  const failing = store.transaction(async tx => {
    await tx.posts.insert(samplePost({ status: 'publish' }))
    throw new Error('on purpose')
  })
  await t.rejects(failing, { message: 'on purpose' })
  t.same(await totals(), [56, 0], 'a transaction that fails')
  const grouped = Array.from({ length: 6 }, (_, at) =>
    store.transaction(
      async tx => {
        await tx.posts.insert(samplePost({ status: 'publish' }))
        if (at % 2 === 0) throw new Error('on purpose')
      },
      { grouped: true },
    ),
  )
  await Promise.allSettled(grouped)
  t.same(await totals(), [59, 0], 'transactions in a group, of which some fail')
  await store.close()
})

t.test('a total is counted again after a write with unknown changes', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, totals, ids } = await countedStore(path)
  t.same(await totals(), [7, 0])
  await store.posts.updateWhere(posts.eq('slug', 'p0'), { status: 'draft' })
  t.same(await totals(), [6, 1], 'changed together')
  await store.posts.removeWhere(posts.lt('menuOrder', 2))
  t.same(await totals(), [5, 1], 'removed together')
  await store.posts.insertMany(Array.from({ length: 200 }, () => samplePost({ status: 'publish' })))
  t.same(await totals(), [205, 1], 'many at once')
  const other = await openSqliteStore({ path })
  await other.posts.insert(samplePost({ status: 'publish' }))
  await turn()
  t.same(await totals(), [206, 1], 'by another connection')
  const raw = new Database(path)
  raw.prepare(`update posts set status = 'draft' where id = ?`).run(ids[4])
  await store.posts.insert(samplePost({ status: 'publish' }))
  t.same(await totals(), [206, 1], 'by another connection before a write of this one')
  await store.posts.insert(samplePost({ status: 'publish' }))
  raw.prepare(`update posts set status = 'draft' where id = ?`).run(ids[5])
  await turn()
  t.same(await totals(), [206, 1], 'by another connection after a write of this one')
  await store.transaction(async tx => void (await tx.posts.insert(samplePost({ status: 'publish' }))), { bulk: true })
  t.same(await totals(), [207, 1], 'as a bulk')
  await store.transaction(async tx => {
    for (let at = 0; at < 150; at++) await tx.posts.insert(samplePost({ status: 'publish' }))
  })
  t.same(await totals(), [357, 1], 'many one after the other')
  raw.close()
  await other.close()
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

t.test('totals that depend on several tables', async t => {
  const { store, counted, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const inTerm = posts.and(
    posts.eq('status', 'publish'),
    posts.exists(assignments, { foreign: 'object', local: 'id' }, assignments.eq('term', 1)),
  )
  const ofPosts = comments.exists(posts, { foreign: 'id', local: 'post' }, posts.eq('status', 'publish'))
  const totals = async () => {
    counted.length = 0
    return [await store.posts.count(inTerm), await store.comments.count(ofPosts), counted.length]
  }
  const before = await totals()
  const [inTermBefore = 0] = before
  t.same(await totals(), [inTermBefore, 1, 0])
  await store.posts.update(ids[0] ?? 0, { content: 'New.', modified: '2030-01-01T00:00:00' })
  await store.terms.insert({
    taxonomy: 'category',
    name: 'A',
    slug: 'a',
    description: '',
    parent: 0,
    group: 0,
    count: 0,
  })
  t.same(await totals(), [inTermBefore, 1, 0], 'fields and tables that do not count')
  const term = await store.assignments.first({ where: assignments.eq('term', 1) })
  await store.assignments.remove(term?.id ?? 0)
  t.same(await totals(), [inTermBefore - 1, 1, 0], 'a post is in the term no more')
  await store.posts.update(ids[0] ?? 0, { status: 'draft' })
  t.same((await totals()).slice(1), [0, 0], 'the post of a comment is a draft')
  await store.close()
})

t.test('lists of related records after the writes of a busy site', async t => {
  const { store, counted, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const [first = 0] = ids
  const shown = posts.or(
    posts.eq('status', 'publish'),
    posts.and(
      posts.eq('status', 'inherit'),
      posts.not(posts.exists(posts, { foreign: 'id', local: 'parent' }, posts.ne('status', 'publish'))),
    ),
  )
  const lists = [
    () => store.posts.count(posts.and(posts.eq('status', 'publish'), inTerm(1))),
    () =>
      store.posts.count(
        posts.and(posts.eq('type', 'post'), posts.containsText('title', 'sought'), posts.eq('status', 'publish')),
      ),
    () =>
      store.comments.count(
        comments.and(
          comments.eq('status', 'approved'),
          comments.exists(posts, { foreign: 'id', local: 'post' }, shown),
        ),
      ),
  ]
  const inTerm = (term: number) =>
    posts.exists(assignments, { foreign: 'object', local: 'id' }, assignments.eq('term', term))
  const ask = async () => {
    counted.length = 0
    const totals: number[] = []
    for (const list of lists) totals.push(await list())
    // The index of texts is asked how much it finds, up to a limit.
    return [...totals, counted.filter(sql => !sql.includes('_search')).length]
  }
  await store.comments.insert(sampleComment({ post: first, status: 'approved' }))
  const [inFirst = 0, , said = 0] = await ask()
  t.same(await ask(), [inFirst, 0, said, 0])
  const post = await store.transaction(async tx => {
    const inserted = await tx.posts.insert(samplePost({ status: 'draft', title: 'What is sought' }))
    await tx.assignments.insert(sampleAssignment({ object: inserted.id, term: 1 }))
    return inserted
  })
  t.same(await ask(), [inFirst, 0, said, 0], 'a draft in a category')
  await store.posts.insert(samplePost({ type: 'revision', status: 'inherit', parent: post.id }))
  await store.posts.update(post.id, { status: 'publish' })
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'it is published')
  const comment = await store.transaction(async tx => {
    await tx.posts.update(first, { commentCount: 2 })
    return tx.comments.insert(sampleComment({ post: first, status: 'hold' }))
  })
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'a comment is held')
  await store.comments.update(comment.id, { status: 'approved' })
  t.same(await ask(), [inFirst + 1, 1, said + 1, 0], 'it is approved')
  await store.comments.update(comment.id, { status: 'trash' })
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'it is moved to the trash')
  await store.comments.remove(comment.id)
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'it is removed')
  await store.posts.update(post.id, { status: 'trash' })
  t.same(await ask(), [inFirst, 0, said, 0], 'the post is moved to the trash')
  await store.transaction(async tx => {
    await tx.assignments.removeWhere(assignments.eq('object', post.id))
    await tx.posts.remove(post.id)
  })
  t.same(await ask(), [inFirst, 0, said, 0], 'and removed')
  await store.transaction(async tx => {
    await tx.assignments.removeWhere(assignments.eq('object', first))
    await tx.comments.removeWhere(comments.eq('post', first))
    await tx.posts.remove(first)
  })
  t.same(await ask(), [inFirst, 0, 0, 1], 'one is removed with its comments, which had depended on posts in two ways')
  for (let at = 0; at < 30; at++) await store.posts.insert(samplePost({ status: 'draft' }))
  t.same(await ask(), [inFirst, 0, 0, 0], 'as many changes as are remembered')
  for (let at = 0; at < 60; at++) await store.posts.insert(samplePost({ status: 'draft' }))
  t.same(await ask(), [inFirst, 0, 0, 2], 'more changes than are remembered')
  await store.close()
})

t.test('numbers that are not counted to the end', async t => {
  const { store, counted, published } = await countedStore(`${t.testdir()}/site.sqlite`)
  const capped = async (total: number) => {
    counted.length = 0
    const found = await store.posts.find({ where: published, limit: 1, total })
    return [found.total, found.capped ?? false, counted.length]
  }
  t.same(await capped(8), [7, false, 1])
  t.same(await capped(5), [5, true, 1])
  const added = await store.posts.insertMany(Array.from({ length: 5 }, () => samplePost()))
  t.same(await capped(8), [8, true, 0], 'up to where it is not counted further')
  const last = await store.posts.insert(samplePost())
  t.same(await capped(8), [8, true, 0])
  t.same(await capped(5), [5, true, 0], 'more than was counted stays more')
  for (const { id } of [...added, last]) await store.posts.remove(id)
  t.same(await capped(8), [7, false, 1], 'fewer than more than was counted is not known')
  t.same(await capped(5), [5, true, 1])
  await store.close()
})

t.test('infinite values', async t => {
  const { store } = await countedStore(`${t.testdir()}/site.sqlite`)
  const count = (value: number) => store.posts.count(posts.lt('menuOrder', value))
  t.same([await count(Number.POSITIVE_INFINITY), await count(Number.NEGATIVE_INFINITY)], [10, 0])
  await store.close()
})

t.test('many totals of one table', async t => {
  const { store, counted } = await countedStore(`${t.testdir()}/site.sqlite`)
  const ask = async () => {
    counted.length = 0
    for (let order = 0; order < 100; order++) await store.posts.count(posts.lt('menuOrder', order))
    return counted.length
  }
  t.equal(await ask(), 100)
  t.equal(await ask(), 0)
  const { id } = await store.posts.insert(samplePost({ menuOrder: 50 }))
  counted.length = 0
  for (let order = 99; order >= 0; order--) {
    t.equal(await store.posts.count(posts.lt('menuOrder', order)), Math.min(order, 10) + Number(order > 50))
  }
  t.equal(counted.length, 100 - 32, 'those that were used last are adjusted')
  await store.posts.remove(id)
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
