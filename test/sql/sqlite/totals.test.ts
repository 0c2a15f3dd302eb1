import { setImmediate as turn } from 'node:timers/promises'
import {
  assignmentsIn,
  commentsIn,
  metaIn,
  postsIn,
  termsIn,
  whereAssignments,
  whereComments,
  whereMeta,
  wherePosts,
} from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t from 'tap'
import { sampleAssignment, sampleComment, samplePost } from '../../contract/sample-records.js'
import { openNewFile } from '../../site/sqlite-file.js'

/** A store with ten posts of two categories, and what is counted of it. */
async function countedStore(path: string) {
  const counted: string[] = []
  const store = await openNewFile(path, {
    onStatement: sql => {
      if (sql.startsWith('select count(*)')) counted.push(sql)
    },
  })
  const inserted = await postsIn(store).insertMany(
    Array.from({ length: 10 }, (_, at) =>
      samplePost({ slug: `p${at}`, status: at < 7 ? 'publish' : 'draft', menuOrder: at }),
    ),
  )
  for (const { id } of inserted) await assignmentsIn(store).insert(sampleAssignment({ object: id, term: 1 + (id % 2) }))
  await commentsIn(store).insert(sampleComment({ post: inserted[0]?.id ?? 0 }))
  const published = wherePosts.eq('status', 'publish')
  const totals = async () => {
    counted.length = 0
    const { total } = await postsIn(store).find({ where: published, limit: 2, total: true })
    return [total, counted.length]
  }
  await totals()
  return { store, counted, totals, published, ids: inserted.map(({ id }) => id) }
}

t.test('a list after a write is not counted again', async t => {
  const { store, totals, published, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  t.same(await totals(), [7, 0])
  const { id } = await postsIn(store).insert(samplePost({ status: 'publish' }))
  t.same(await totals(), [8, 0], 'inserted')
  await postsIn(store).insert(samplePost({ status: 'draft' }))
  t.same(await totals(), [8, 0], 'inserted, but not counted')
  await postsIn(store).update(id, { status: 'trash' })
  t.same(await totals(), [7, 0], 'in the trash')
  await postsIn(store).update(id, { content: 'New.', title: 'New' })
  t.same(await totals(), [7, 0], 'a field that does not count')
  await postsIn(store).update(id, { status: 'publish' }, { keepVersion: true })
  t.same(await totals(), [8, 0], 'restored')
  await postsIn(store).remove(id)
  t.same(await totals(), [7, 0], 'removed')
  await postsIn(store).remove(id)
  t.same(await totals(), [7, 0], 'removed already')
  await postsIn(store).removeWhere(wherePosts.in('id', [first, second]))
  t.same(await totals(), [5, 0], 'removed by their ids')
  await postsIn(store).updateWhere(wherePosts.gt('menuOrder', 3), { menuOrder: 100 })
  t.same(await totals(), [5, 0], 'changed together in a field that does not count')
  await postsIn(store).insertMany(Array.from({ length: 50 }, () => samplePost({ status: 'publish' })))
  t.same(await totals(), [55, 0], 'inserted together')
  await metaIn(store).removeWhere(whereMeta.gt('id', 0))
  await commentsIn(store).insert(sampleComment())
  await store.options.set('name', 'new')
  t.same(await totals(), [55, 0], 'other tables')
  await store.transaction(async tx => {
    await postsIn(tx).insert(samplePost({ status: 'publish' }))
    t.same(await totals(), [55, 0], 'not committed')
    await t.rejects(postsIn(tx).update(third, { status: 'draft' }, { version: 9 }), { code: 'version' })
    await postsIn(tx).update(fourth, { status: 'draft' })
    await postsIn(tx).insert(samplePost({ status: 'publish' }))
    t.equal(await postsIn(tx).count(published), 56, 'the transaction counts what it sees')
    t.same(await totals(), [55, 0], 'not committed')
  })
  t.same(await totals(), [56, 0], 'a transaction')
  const failing = store.transaction(async tx => {
    await postsIn(tx).insert(samplePost({ status: 'publish' }))
    throw new Error('on purpose')
  })
  await t.rejects(failing, { message: 'on purpose' })
  t.same(await totals(), [56, 0], 'a transaction that fails')
  const grouped = Array.from({ length: 6 }, (_, at) =>
    store.transaction(
      async tx => {
        await postsIn(tx).insert(samplePost({ status: 'publish' }))
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
  await postsIn(store).updateWhere(wherePosts.eq('slug', 'p0'), { status: 'draft' })
  t.same(await totals(), [6, 1], 'changed together')
  await postsIn(store).removeWhere(wherePosts.lt('menuOrder', 2))
  t.same(await totals(), [5, 1], 'removed together')
  await postsIn(store).insertMany(Array.from({ length: 200 }, () => samplePost({ status: 'publish' })))
  t.same(await totals(), [205, 1], 'many at once')
  const other = await openSqliteStore({ path })
  await other.posts.insert(samplePost({ status: 'publish' }))
  await turn()
  t.same(await totals(), [206, 1], 'by another connection')
  const raw = new Database(path)
  raw.prepare(`update posts set status = 'draft' where id = ?`).run(ids[4])
  await postsIn(store).insert(samplePost({ status: 'publish' }))
  t.same(await totals(), [206, 1], 'by another connection before a write of this one')
  await postsIn(store).insert(samplePost({ status: 'publish' }))
  raw.prepare(`update posts set status = 'draft' where id = ?`).run(ids[5])
  await turn()
  t.same(await totals(), [206, 1], 'by another connection after a write of this one')
  await store.transaction(async tx => void (await postsIn(tx).insert(samplePost({ status: 'publish' }))), {
    bulk: true,
  })
  t.same(await totals(), [207, 1], 'as a bulk')
  await store.transaction(async tx => {
    for (let at = 0; at < 150; at++) await postsIn(tx).insert(samplePost({ status: 'publish' }))
  })
  t.same(await totals(), [357, 1], 'many one after the other')
  raw.close()
  await other.close()
  await store.close()
})

t.test('searches after writes', async t => {
  const { store, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const found = async () => {
    const where = wherePosts.containsText('title', 'Sought')
    return [await postsIn(store).count(where), (await postsIn(store).find({ where, limit: 1, total: true })).total]
  }
  t.same(await found(), [0, 0])
  await postsIn(store).update(ids[0] ?? 0, { title: 'What is sought' })
  t.same(await found(), [1, 1])
  await postsIn(store).insert(samplePost({ title: 'Sought, too' }))
  t.same(await found(), [2, 2])
  await postsIn(store).updateWhere(wherePosts.eq('id', ids[0] ?? 0), { title: 'Nothing' })
  t.same(await found(), [1, 1])
  await store.close()
})

t.test('totals that depend on several tables', async t => {
  const { store, counted, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const inTerm = wherePosts.and(
    wherePosts.eq('status', 'publish'),
    wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, whereAssignments.eq('term', 1)),
  )
  const ofPosts = whereComments.exists(wherePosts, { foreign: 'id', local: 'post' }, wherePosts.eq('status', 'publish'))
  const totals = async () => {
    counted.length = 0
    return [await postsIn(store).count(inTerm), await commentsIn(store).count(ofPosts), counted.length]
  }
  const before = await totals()
  const [inTermBefore = 0] = before
  t.same(await totals(), [inTermBefore, 1, 0])
  await postsIn(store).update(ids[0] ?? 0, { content: 'New.', modified: '2030-01-01T00:00:00' })
  await termsIn(store).insert({
    taxonomy: 'category',
    name: 'A',
    slug: 'a',
    description: '',
    parent: 0,
    group: 0,
    count: 0,
  })
  t.same(await totals(), [inTermBefore, 1, 0], 'fields and tables that do not count')
  const term = await assignmentsIn(store).first({ where: whereAssignments.eq('term', 1) })
  await assignmentsIn(store).remove(term?.id ?? 0)
  t.same(await totals(), [inTermBefore - 1, 1, 0], 'a post is in the term no more')
  await postsIn(store).update(ids[0] ?? 0, { status: 'draft' })
  t.same((await totals()).slice(1), [0, 0], 'the post of a comment is a draft')
  await store.close()
})

t.test('lists of related records after the writes of a busy site', async t => {
  const { store, counted, ids } = await countedStore(`${t.testdir()}/site.sqlite`)
  const [first = 0] = ids
  const shown = wherePosts.or(
    wherePosts.eq('status', 'publish'),
    wherePosts.and(
      wherePosts.eq('status', 'inherit'),
      wherePosts.not(
        wherePosts.exists(wherePosts, { foreign: 'id', local: 'parent' }, wherePosts.ne('status', 'publish')),
      ),
    ),
  )
  const lists = [
    () => postsIn(store).count(wherePosts.and(wherePosts.eq('status', 'publish'), inTerm(1))),
    () =>
      postsIn(store).count(
        wherePosts.and(
          wherePosts.eq('type', 'post'),
          wherePosts.containsText('title', 'sought'),
          wherePosts.eq('status', 'publish'),
        ),
      ),
    () =>
      commentsIn(store).count(
        whereComments.and(
          whereComments.eq('status', 'approved'),
          whereComments.exists(wherePosts, { foreign: 'id', local: 'post' }, shown),
        ),
      ),
  ]
  const inTerm = (term: number) =>
    wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, whereAssignments.eq('term', term))
  const ask = async () => {
    counted.length = 0
    const totals: number[] = []
    for (const list of lists) totals.push(await list())
    // The index of texts is asked how much it finds, up to a limit.
    return [...totals, counted.filter(sql => !sql.includes('_search')).length]
  }
  await commentsIn(store).insert(sampleComment({ post: first, status: 'approved' }))
  const [inFirst = 0, , said = 0] = await ask()
  t.same(await ask(), [inFirst, 0, said, 0])
  const post = await store.transaction(async tx => {
    const inserted = await postsIn(tx).insert(samplePost({ status: 'draft', title: 'What is sought' }))
    await assignmentsIn(tx).insert(sampleAssignment({ object: inserted.id, term: 1 }))
    return inserted
  })
  t.same(await ask(), [inFirst, 0, said, 0], 'a draft in a category')
  await postsIn(store).insert(samplePost({ type: 'revision', status: 'inherit', parent: post.id }))
  await postsIn(store).update(post.id, { status: 'publish' })
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'it is published')
  const comment = await store.transaction(async tx => {
    await postsIn(tx).update(first, { commentCount: 2 })
    return commentsIn(tx).insert(sampleComment({ post: first, status: 'hold' }))
  })
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'a comment is held')
  await commentsIn(store).update(comment.id, { status: 'approved' })
  t.same(await ask(), [inFirst + 1, 1, said + 1, 0], 'it is approved')
  await commentsIn(store).update(comment.id, { status: 'trash' })
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'it is moved to the trash')
  await commentsIn(store).remove(comment.id)
  t.same(await ask(), [inFirst + 1, 1, said, 0], 'it is removed')
  await postsIn(store).update(post.id, { status: 'trash' })
  t.same(await ask(), [inFirst, 0, said, 0], 'the post is moved to the trash')
  await store.transaction(async tx => {
    await assignmentsIn(tx).removeWhere(whereAssignments.eq('object', post.id))
    await postsIn(tx).remove(post.id)
  })
  t.same(await ask(), [inFirst, 0, said, 0], 'and removed')
  await store.transaction(async tx => {
    await assignmentsIn(tx).removeWhere(whereAssignments.eq('object', first))
    await commentsIn(tx).removeWhere(whereComments.eq('post', first))
    await postsIn(tx).remove(first)
  })
  t.same(await ask(), [inFirst, 0, 0, 1], 'one is removed with its comments, which had depended on posts in two ways')
  for (let at = 0; at < 30; at++) await postsIn(store).insert(samplePost({ status: 'draft' }))
  t.same(await ask(), [inFirst, 0, 0, 0], 'as many changes as are remembered')
  for (let at = 0; at < 60; at++) await postsIn(store).insert(samplePost({ status: 'draft' }))
  t.same(await ask(), [inFirst, 0, 0, 2], 'more changes than are remembered')
  await store.close()
})

t.test('numbers that are not counted to the end', async t => {
  const { store, counted, published } = await countedStore(`${t.testdir()}/site.sqlite`)
  const capped = async (total: number) => {
    counted.length = 0
    const found = await postsIn(store).find({ where: published, limit: 1, total })
    return [found.total, found.capped ?? false, counted.length]
  }
  t.same(await capped(8), [7, false, 1])
  t.same(await capped(5), [5, true, 1])
  const added = await postsIn(store).insertMany(Array.from({ length: 5 }, () => samplePost()))
  t.same(await capped(8), [8, true, 0], 'up to where it is not counted further')
  const last = await postsIn(store).insert(samplePost())
  t.same(await capped(8), [8, true, 0])
  t.same(await capped(5), [5, true, 0], 'more than was counted stays more')
  for (const { id } of [...added, last]) await postsIn(store).remove(id)
  t.same(await capped(8), [7, false, 1], 'fewer than more than was counted is not known')
  t.same(await capped(5), [5, true, 1])
  await store.close()
})

t.test('infinite values', async t => {
  const { store } = await countedStore(`${t.testdir()}/site.sqlite`)
  const count = (value: number) => postsIn(store).count(wherePosts.lt('menuOrder', value))
  t.same([await count(Number.POSITIVE_INFINITY), await count(Number.NEGATIVE_INFINITY)], [10, 0])
  await store.close()
})

t.test('many totals of one table', async t => {
  const { store, counted } = await countedStore(`${t.testdir()}/site.sqlite`)
  const ask = async () => {
    counted.length = 0
    for (let order = 0; order < 100; order++) await postsIn(store).count(wherePosts.lt('menuOrder', order))
    return counted.length
  }
  t.equal(await ask(), 100)
  t.equal(await ask(), 0)
  const { id } = await postsIn(store).insert(samplePost({ menuOrder: 50 }))
  counted.length = 0
  for (let order = 99; order >= 0; order--) {
    t.equal(await postsIn(store).count(wherePosts.lt('menuOrder', order)), Math.min(order, 10) + Number(order > 50))
  }
  t.equal(counted.length, 100 - 32, 'those that were used last are adjusted')
  await postsIn(store).remove(id)
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
  const count = () => postsIn(store).count(wherePosts.gt('slug', '\u{1F600}'))
  t.equal(await count(), 2)
  await postsIn(store).remove(ids[0] ?? 0)
  t.equal(await count(), 1)
  await postsIn(store).update(ids[1] ?? 0, { slug: 'text' })
  t.equal(await count(), 0)
  await store.close()
})

t.test('values that databases see in another way', async t => {
  const { store } = await countedStore(`${t.testdir()}/site.sqlite`)
  const conditions = [
    wherePosts.eq('slug', 'a\uD800'),
    wherePosts.ne('slug', 'a\uFFFD'),
    wherePosts.in('slug', ['a\uD800', 'b']),
    wherePosts.lt('slug', '\u{1F600}'),
    wherePosts.gte('slug', '\uFF5E'),
    wherePosts.gt('slug', 'É'),
    wherePosts.eq('menuOrder', -0),
    wherePosts.lt('menuOrder', 1.5),
    wherePosts.gt('menuOrder', 3),
    wherePosts.gt('menuOrder', Number.NEGATIVE_INFINITY),
    wherePosts.ne('menuOrder', Number.NaN),
    wherePosts.eq('dateGmt', null),
    wherePosts.ne('dateGmt', null),
    wherePosts.not(wherePosts.lt('dateGmt', '2024-01-01T00:00:00')),
    wherePosts.notIn('dateGmt', [null, '2024-01-01T00:00:00']),
    wherePosts.gt('title', 'b'),
  ]
  const ask = () => Promise.all(conditions.map(where => postsIn(store).count(where)))
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
    const inserting = postsIn(store)
      .insert(samplePost(change))
      .catch(() => undefined)
    const inserted = await inserting
    const fresh = await store.transaction(async tx => Promise.all(conditions.map(where => postsIn(tx).count(where))))
    t.same(await ask(), fresh, JSON.stringify(change))
    if (inserted === undefined) continue
    await postsIn(store).update(inserted.id, { slug: 'x', title: 'x', menuOrder: 1, dateGmt: '2020-01-01T00:00:00' })
    await postsIn(store)
      .update(inserted.id, change)
      .catch(() => undefined)
    const later = await store.transaction(async tx => Promise.all(conditions.map(where => postsIn(tx).count(where))))
    t.same(await ask(), later, `updated: ${JSON.stringify(change)}`)
  }
  await store.close()
})
