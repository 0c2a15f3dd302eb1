import {
  assignmentsIn,
  metaIn,
  postsIn,
  termsIn,
  type UserRecord,
  usersIn,
  whereAssignments,
  whereMeta,
  wherePosts,
  whereTerms,
} from '@platen/site'
import { omittedFields, type RecordUpdate } from '@platen/storage'
import type { ContractCase } from './contract-test.js'
import { sampleAssignment, sampleMeta, samplePost, sampleTerm, sampleUser } from './sample-records.js'
import { rejects } from './writing.js'

/** Reads and writes of several records at once. */
export function severalRecordsCases(add: ContractCase): void {
  add('pick', async (t, store) => {
    const [a, b, c] = await postsIn(store).insertMany([
      samplePost({ slug: 'a', title: 'Apples', content: 'Long text', dateGmt: null, menuOrder: 2 }),
      samplePost({ slug: 'b', title: 'Pears', content: 'Long', menuOrder: 1 }),
      samplePost({ slug: 'c', title: 'Plums', content: 'Short', menuOrder: 3 }),
    ])
    const all = await postsIn(store).pick(['slug', 'menuOrder'], {})
    t.strictSame(
      all,
      [a, b, c].map(({ id, slug, menuOrder }) => ({ id, slug, menuOrder })),
      'the fields that are named, and the id',
    )
    t.ok(Object.isFrozen(all) && all.every(Object.isFrozen))
    t.strictSame(await postsIn(store).pick([], { where: wherePosts.eq('slug', 'b') }), [{ id: b.id }])
    t.strictSame(await postsIn(store).pick(['id', 'dateGmt'], { limit: 1 }), [{ id: a.id, dateGmt: null }])
    const window = await postsIn(store).pick(['content', 'title'], {
      where: wherePosts.containsText('content', 'long'),
      order: [{ by: 'field', field: 'menuOrder', direction: 'asc' }],
      offset: 1,
      limit: 5,
    })
    t.strictSame(window, [{ id: a.id, title: 'Apples', content: 'Long text' }], 'a search in texts, and long texts')
    const searched = await postsIn(store).pick(['slug'], {
      where: wherePosts.containsText('content', 'long'),
      limit: 1,
    })
    t.strictSame(searched, [{ id: a.id, slug: 'a' }])
    const order = [{ by: 'field', field: 'menuOrder', direction: 'asc' }] as const
    const after = await postsIn(store).pick(['slug'], { order, after: { values: [1], id: b.id } })
    t.strictSame(
      after.map(({ slug }) => slug),
      ['a', 'c'],
    )
    t.strictSame(await postsIn(store).pick(['slug'], { where: wherePosts.in('id', []) }), [])
    await metaIn(store).insert(sampleMeta({ key: 'k', value: { deep: [1] } }))
    t.match(await metaIn(store).pick(['value'], { where: whereMeta.eq('key', 'k') }), [{ value: { deep: [1] } }])
    await usersIn(store).insert(sampleUser('ann', { roles: ['editor'] }))
    t.match(await usersIn(store).pick(['roles'], {}), [{ roles: ['editor'] }])
  })

  add('maxLength', async (t, store) => {
    const [a, b] = await postsIn(store).insertMany([
      samplePost({ slug: 'a', content: 'é'.repeat(40_000), excerpt: 'x'.repeat(10_000) }),
      samplePost({ slug: 'b', content: '日'.repeat(50_000) }),
      samplePost({ slug: 'c', type: 'page' }),
    ])
    const order = [{ by: 'field', field: 'id', direction: 'asc' }] as const
    for (const query of [
      {},
      { total: true },
      { where: wherePosts.containsText('content', '日'), limit: 5, total: true },
    ]) {
      const wanted = await postsIn(store).find({ order, ...query })
      t.strictSame(await postsIn(store).find({ order, ...query, maxLength: 200_000 }), wanted, 'enough')
      await rejects(t, postsIn(store).find({ order, ...query, maxLength: 49_000 }), 'too_large')
    }
    t.equal(
      (await postsIn(store).find({ order, limit: 1, maxLength: 60_000 })).records.length,
      1,
      'of the window alone',
    )
    await rejects(t, postsIn(store).find({ order, limit: 2, maxLength: 60_000 }), 'too_large')
    t.equal((await postsIn(store).find({ where: wherePosts.eq('type', 'page'), maxLength: 5_000 })).records.length, 1)
    await metaIn(store).insertMany([
      sampleMeta({ object: a.id, key: 'long', value: '日'.repeat(30_000) }),
      sampleMeta({ object: b.id, key: 'long', value: 'y'.repeat(80_000) }),
    ])
    const withMeta = { order, with: ['meta'], where: wherePosts.eq('type', 'post') } as const
    const { related } = await postsIn(store).find({ ...withMeta, maxLength: 130_000 })
    t.same(
      [a.id, b.id].map(id => related.meta?.get(id)?.length),
      [1, 1],
    )
    await rejects(t, postsIn(store).find({ ...withMeta, maxLength: 105_000 }), 'too_large')
    t.equal((await postsIn(store).related([a.id, b.id], ['meta'], { maxLength: 130_000 })).meta?.size, 2)
    await rejects(t, postsIn(store).related([a.id, b.id], ['meta'], { maxLength: 105_000 }), 'too_large')
    await rejects(t, postsIn(store).find({ ...withMeta, limit: 1, maxLength: 10 }), 'too_large')
    await store.transaction(async tx => {
      await rejects(t, postsIn(tx).find({ order, maxLength: 1000 }), 'too_large')
      await postsIn(tx).update(a.id, { title: 'Written after it' })
    })
    t.equal((await postsIn(store).get(a.id))?.title, 'Written after it')
  })

  add('maxTextBytes', async (t, store) => {
    const [a, b] = await postsIn(store).insertMany([
      samplePost({
        slug: 'a',
        title: 'A',
        content: 'é'.repeat(50),
        excerpt: 'x'.repeat(101),
        password: 'p'.repeat(200),
      }),
      samplePost({ slug: 'b', title: 'b'.repeat(101), content: '日'.repeat(33) }),
    ])
    const order = [{ by: 'field', field: 'id', direction: 'asc' }] as const
    for (const query of [
      {},
      { total: true },
      { where: wherePosts.containsText('title', 'b'), total: true, limit: 5 },
    ]) {
      const whole = (await postsIn(store).find({ order, ...query })).records
      const { records } = await postsIn(store).find({ order, ...query, maxTextBytes: 100 })
      const cut = whole.map(post => (post.id === a.id ? { ...a, excerpt: '' } : { ...b, title: '' }))
      t.strictSame(records, cut, 'columns that decide about access are whole')
      t.strictSame(
        records.map(omittedFields),
        records.map(({ id }) => (id === a.id ? ['excerpt'] : ['title'])),
      )
      t.ok(records.every(Object.isFrozen))
      t.strictSame((await postsIn(store).find({ order, ...query, maxTextBytes: 101 })).records, whole)
    }
    await metaIn(store).insertMany([
      sampleMeta({ object: a.id, key: 'short', value: 'y'.repeat(98) }),
      sampleMeta({ object: a.id, key: 'long', value: ['日'.repeat(33)] }),
      sampleMeta({ object: b.id, key: 'null', value: null }),
    ])
    const { meta: values } = await postsIn(store).related([a.id, b.id], ['meta'], { maxTextBytes: 100 })
    const shown = [...(values?.values() ?? [])].flat().map(each => [each.key, each.value, omittedFields(each)])
    t.strictSame(shown, [
      ['short', 'y'.repeat(98), []],
      ['long', null, ['value']],
      ['null', null, []],
    ])
    const found = await postsIn(store).find({ order, with: ['meta'], maxTextBytes: 100 })
    t.strictSame(found.related.meta, values)
  })

  add('updateMany', async (t, store) => {
    const text = `ä 日本 😀 "'%_\\\n\t[1]{}\u{10FFFF}`
    const [a, b, c] = await postsIn(store).insertMany([
      samplePost({ slug: 'a', title: 'Apples', content: 'One' }),
      samplePost({ slug: 'b', title: 'Pears', content: 'Two' }),
      samplePost({ slug: 'c', title: 'Plums', content: 'Three' }),
    ])
    await postsIn(store).updateMany([
      { id: c.id, changes: { title: text, dateGmt: null, menuOrder: -7, content: 'Cherries' } },
      { id: a.id, changes: { title: 'Änother', dateGmt: '2024-01-01T00:00:00', menuOrder: 0, content: 'Berries' } },
    ])
    t.strictSame(
      (await postsIn(store).find({})).records,
      [
        { ...a, title: 'Änother', dateGmt: '2024-01-01T00:00:00', menuOrder: 0, content: 'Berries', version: 2 },
        b,
        { ...c, title: text, dateGmt: null, menuOrder: -7, content: 'Cherries', version: 2 },
      ],
      'each in its own way',
    )
    t.equal(
      await postsIn(store).count(wherePosts.equalsText('title', 'another')),
      1,
      'they are found by their new texts',
    )
    t.equal(await postsIn(store).count(wherePosts.containsText('content', 'cherr')), 1)
    t.equal(await postsIn(store).count(wherePosts.containsText('content', 'three')), 0, 'and not by the old ones')
    await postsIn(store).updateMany([
      { id: a.id, changes: { slug: 'a\0\ud800' } },
      { id: b.id, changes: { title: 'Mixed' } },
      { id: c.id, changes: {} },
    ])
    const { records } = await postsIn(store).find({})
    t.same(
      records.map(({ slug, title, version }) => [slug, title, version]),
      [
        ['a\uFFFD\uFFFD', 'Änother', 3],
        ['b', 'Mixed', 2],
        ['c', text, 3],
      ],
      'not all the same fields, and none',
    )
    const user = await usersIn(store).insert(sampleUser('ann', { roles: ['editor'] }))
    await usersIn(store).updateMany([{ id: user.id, changes: { roles: ['author', text], capabilities: { a: true } } }])
    t.match(await usersIn(store).get(user.id), { roles: ['author', text], capabilities: { a: true }, version: 2 })
    const value = await metaIn(store).insert(sampleMeta({ value: 1 }))
    for (const next of [null, 'text', '1', 0.5, true, [1, { a: null }]]) {
      await metaIn(store).updateMany([{ id: value.id, changes: { value: next } }])
      t.strictSame((await metaIn(store).get(value.id))?.value, next)
    }
    await postsIn(store).updateMany([])
  })

  add('updateMany refuses', async (t, store) => {
    const [ann, bob] = await usersIn(store).insertMany([sampleUser('ann'), sampleUser('bob')])
    const update = (...updates: RecordUpdate<UserRecord>[]) => usersIn(store).updateMany(updates)
    const missing = update({ id: ann.id, changes: { locale: 'de' } }, { id: 4711, changes: { locale: 'de' } })
    await rejects(t, missing, 'not_found')
    await rejects(
      t,
      update({ id: ann.id, changes: { locale: 'de' } }, { id: bob.id, changes: { slug: 'ann' } }),
      'conflict',
      'slug',
    )
    await rejects(t, update({ id: bob.id, changes: { login: 'ANN' } }), 'conflict', 'login')
    const twice = update({ id: ann.id, changes: { locale: 'de' } }, { id: ann.id, changes: { url: 'x' } })
    await t.rejects(twice, TypeError, 'two updates of one record')
    t.strictSame((await usersIn(store).find({})).records, [ann, bob], 'what fails leaves no trace')
  })

  add('thousands of updates', async (t, store) => {
    const size = 1234
    const inserted = await termsIn(store).insertMany(
      Array.from({ length: size }, (_, at) => sampleTerm({ slug: `t${at}`, name: `Name ${at}` })),
    )
    await termsIn(store).updateMany(inserted.map(({ id }, at) => ({ id, changes: { count: at, name: `Other ${at}` } })))
    const { records } = await termsIn(store).find({})
    t.same(
      records.map(({ count, name, version }) => [count, name, version]),
      inserted.map((_, at) => [at, `Other ${at}`, 2]),
    )
    t.equal(await termsIn(store).count(whereTerms.startsWithText('name', 'name')), 0)
    t.equal(await termsIn(store).count(whereTerms.equalsText('name', 'OTHER 1233')), 1)
  })

  add('tally of whole numbers', async (t, store) => {
    await assignmentsIn(store).insertMany(
      [1, 2, 2, 3, 3, 3].map((term, object) => sampleAssignment({ object: object + 1, term })),
    )
    t.strictSame(
      await assignmentsIn(store).tally('term', whereAssignments.in('term', [2, 3, 4])),
      new Map([
        ['2', 2],
        ['3', 3],
      ]),
    )
  })
}
