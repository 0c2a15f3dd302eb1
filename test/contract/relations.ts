import {
  applicationPasswordsIn,
  assignmentsIn,
  commentsIn,
  metaIn,
  postsIn,
  termsIn,
  usersIn,
  whereApplicationPasswords,
  whereAssignments,
  whereComments,
  whereMeta,
  wherePosts,
  whereTerms,
  whereUsers,
} from '@platen/site'
import type { ContractCase } from './contract-test.js'
import {
  sampleAssignment,
  sampleComment,
  sampleMeta,
  samplePassword,
  samplePost,
  sampleTerm,
  sampleUser,
} from './sample-records.js'

/** Existence of related records, and related records that are loaded along. */
export function relationCases(add: ContractCase): void {
  add('the highest related records', async (t, store) => {
    const [one, two, none] = await postsIn(store).insertMany([samplePost(), samplePost(), samplePost()])
    const on = (post: { readonly id: number }, second: number, more = {}) =>
      sampleComment({
        post: post.id,
        status: 'approved',
        type: 'comment',
        dateGmt: `2024-01-01T00:00:${String(second).padStart(2, '0')}`,
        ...more,
      })
    const inserted = await commentsIn(store).insertMany([
      ...Array.from({ length: 14 }, (_, at) => on(one, (at * 5) % 14)),
      on(one, 50, { status: 'hold' }),
      on(one, 51, { type: 'note' }),
      on(two, 7),
      on(two, 7),
      on(none, 1, { status: 'spam' }),
    ])
    const { newestComments } = await postsIn(store).related([one.id, two.id, none.id], ['newestComments'])
    const seconds = newestComments?.get(one.id)?.map(({ dateGmt }) => Number(dateGmt.slice(-2)))
    t.same(seconds, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 'the first of them, in their order')
    t.same(
      newestComments?.get(two.id)?.map(({ id }) => id),
      [inserted[17]?.id, inserted[16]?.id],
      'ties by id',
    )
    t.equal(newestComments?.get(none.id), undefined)
  })

  add('exists', async (t, store) => {
    const [one, two, three, four] = await postsIn(store).insertMany([
      samplePost({ slug: 'one', author: 1 }),
      samplePost({ slug: 'two', author: 2, parent: 1, dateGmt: null }),
      samplePost({ slug: 'three', author: 1, status: 'draft', dateGmt: '2024-05-05T00:00:00' }),
      samplePost({ slug: 'four', author: 9 }),
    ])
    const [news, sport] = await termsIn(store).insertMany([
      sampleTerm({ slug: 'news' }),
      sampleTerm({ slug: 'sport', taxonomy: 'tag' }),
    ])
    await assignmentsIn(store).insertMany([
      sampleAssignment({ object: one.id, term: news.id }),
      sampleAssignment({ object: one.id, term: sport.id, position: 1 }),
      sampleAssignment({ object: three.id, term: sport.id }),
      sampleAssignment({ object: 777, term: news.id }),
    ])
    await usersIn(store).insertMany([sampleUser('ann'), sampleUser('bob'), sampleUser('cid')])
    await metaIn(store).insertMany([
      sampleMeta({ object: one.id, key: 'thumbnail', value: three.id }),
      sampleMeta({ object: two.id, key: 'thumbnail', value: String(three.id) }),
      sampleMeta({ object: two.id, key: 'page', value: 'four' }),
      sampleMeta({ object: two.id, key: 'list', value: ['four', one.id] }),
      sampleMeta({ kind: 'user', object: 3, key: 'thumbnail', value: null }),
    ])
    await commentsIn(store).insertMany([
      sampleComment({ post: one.id }),
      sampleComment({ post: three.id, dateGmt: '2024-05-05T00:00:00' }),
    ])
    await applicationPasswordsIn(store).insertMany([
      samplePassword('p1', { user: 2, lastIp: 'two' }),
      samplePassword('p2', { user: 2 }),
      samplePassword('p3', { user: 3, lastUsed: 3, lastIp: '2024-05-05T00:00:00' }),
    ])
    const slugs = async (condition: Parameters<typeof wherePosts.not>[0]) =>
      (await postsIn(store).find({ where: condition })).records.map(({ slug }) => slug)
    const inTerm = (...ids: number[]) =>
      wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, whereAssignments.in('term', ids))
    const inEach = (...lists: number[][]) =>
      wherePosts.existsForEach(whereAssignments, { foreign: 'object', local: 'id' }, 'term', lists)
    const termOf = (taxonomy: string) =>
      wherePosts.exists(
        whereAssignments,
        { foreign: 'object', local: 'id' },
        whereAssignments.exists(whereTerms, { foreign: 'id', local: 'term' }, whereTerms.eq('taxonomy', taxonomy)),
      )
    const tables: readonly [string, Promise<string[]>, string[]][] = [
      ['of a term', slugs(inTerm(news.id)), ['one']],
      ['of some terms', slugs(inTerm(news.id, sport.id)), ['one', 'three']],
      ['of no term', slugs(inTerm()), []],
      ['of a term that is not there', slugs(inTerm(99)), []],
      [
        'without a condition',
        slugs(wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' })),
        ['one', 'three'],
      ],
      ['not', slugs(wherePosts.not(inTerm(sport.id))), ['two', 'four']],
      ['and', slugs(wherePosts.and(inTerm(sport.id), wherePosts.eq('status', 'publish'))), ['one']],
      ['two at once', slugs(wherePosts.and(inTerm(sport.id), inTerm(news.id))), ['one']],
      ['or', slugs(wherePosts.or(inTerm(news.id), wherePosts.eq('author', 9))), ['one', 'four']],
      ['for each of no lists', slugs(inEach()), ['one', 'two', 'three', 'four']],
      ['for each of one list', slugs(inEach([news.id, sport.id])), ['one', 'three']],
      ['for each list', slugs(inEach([news.id, 99], [sport.id, 99])), ['one']],
      ['for each list, one of them empty', slugs(inEach([news.id], [])), []],
      ['for each of many lists', slugs(inEach(...Array(20).fill([sport.id]), [99, sport.id])), ['one', 'three']],
      ['for each of many lists, all terms', slugs(inEach(...Array(20).fill([sport.id]), [news.id])), ['one']],
      ['for each of many lists, one of them empty', slugs(inEach(...Array(20).fill([sport.id]), [])), []],
      ['for each of many lists, a term of no post', slugs(inEach(...Array(20).fill([sport.id]), [99])), []],
      ['not for each of many lists', slugs(wherePosts.not(inEach(...Array(20).fill([sport.id])))), ['two', 'four']],
      ['within exists', slugs(termOf('tag')), ['one', 'three']],
      ['within exists, the other', slugs(termOf('category')), ['one']],
      [
        'the same collection',
        slugs(wherePosts.exists(wherePosts, { foreign: 'id', local: 'parent' }, wherePosts.eq('slug', 'one'))),
        ['two'],
      ],
      ['children', slugs(wherePosts.exists(wherePosts, { foreign: 'parent', local: 'id' })), ['one']],
      ['a person', slugs(wherePosts.exists(whereUsers, { foreign: 'id', local: 'author' })), ['one', 'two', 'three']],
      [
        'with folded text',
        slugs(
          wherePosts.exists(whereUsers, { foreign: 'id', local: 'author' }, whereUsers.containsText('login', 'AN')),
        ),
        ['one', 'three'],
      ],
      [
        'comments',
        slugs(
          wherePosts.exists(whereComments, { foreign: 'post', local: 'id' }, whereComments.eq('status', 'approve')),
        ),
        ['one', 'three'],
      ],
      [
        'meta',
        slugs(
          wherePosts.exists(
            whereMeta,
            { foreign: 'object', local: 'id' },
            whereMeta.and(
              whereMeta.eq('kind', 'post'),
              whereMeta.eq('key', 'thumbnail'),
              whereMeta.eq('value', three.id),
            ),
          ),
        ),
        ['one'],
      ],
      [
        'a number in JSON',
        slugs(wherePosts.exists(whereMeta, { foreign: 'value', local: 'id' }, whereMeta.eq('key', 'thumbnail'))),
        ['three'],
      ],
      ['a text in JSON', slugs(wherePosts.exists(whereMeta, { foreign: 'value', local: 'slug' })), ['four']],
      ['fields of different kinds', slugs(wherePosts.exists(whereTerms, { foreign: 'slug', local: 'id' })), []],
      [
        'null equals null',
        slugs(wherePosts.exists(whereApplicationPasswords, { foreign: 'lastIp', local: 'dateGmt' })),
        ['two', 'three'],
      ],
      [
        'null on this side',
        slugs(wherePosts.exists(whereComments, { foreign: 'dateGmt', local: 'dateGmt' })),
        ['one', 'three', 'four'],
      ],
      [
        'not, null on this side',
        slugs(wherePosts.not(wherePosts.exists(whereComments, { foreign: 'dateGmt', local: 'dateGmt' }))),
        ['two'],
      ],
      [
        'null on the other side',
        slugs(wherePosts.exists(whereApplicationPasswords, { foreign: 'lastUsed', local: 'id' })),
        ['three'],
      ],
      [
        'not, null on the other side',
        slugs(wherePosts.not(wherePosts.exists(whereApplicationPasswords, { foreign: 'lastIp', local: 'slug' }))),
        ['one', 'three', 'four'],
      ],
    ]
    for (const [name, found, expected] of tables) t.same(await found, expected, name)

    const published = whereUsers.exists(
      wherePosts,
      { foreign: 'author', local: 'id' },
      wherePosts.eq('status', 'publish'),
    )
    t.same(
      (await usersIn(store).find({ where: published })).records.map(({ login }) => login),
      ['ann', 'bob'],
    )
    const ofOne = whereTerms.exists(
      whereAssignments,
      { foreign: 'term', local: 'id' },
      whereAssignments.eq('object', one.id),
    )
    t.same(
      (await termsIn(store).find({ where: ofOne })).records.map(({ slug }) => slug),
      ['news', 'sport'],
    )
    const ofBob = whereApplicationPasswords.exists(
      whereUsers,
      { foreign: 'id', local: 'user' },
      whereUsers.eq('login', 'bob'),
    )
    t.equal(await applicationPasswordsIn(store).count(ofBob), 2)
    const onDrafts = whereComments.exists(
      wherePosts,
      { foreign: 'id', local: 'post' },
      wherePosts.eq('status', 'draft'),
    )
    t.equal(await commentsIn(store).count(onDrafts), 1)
    const jsonOfJson = whereMeta.exists(whereMeta, { foreign: 'value', local: 'value' }, whereMeta.eq('kind', 'user'))
    t.equal(await metaIn(store).count(jsonOfJson), 1)
    const page = await postsIn(store).find({
      where: inTerm(news.id, sport.id),
      order: [{ by: 'field', field: 'id', direction: 'desc' }],
      limit: 1,
      total: true,
    })
    t.same([page.records.map(({ slug }) => slug), page.total], [['three'], 2])
    t.equal(four.slug, 'four')
  })

  add('relations', async (t, store) => {
    const [a, b, c] = await postsIn(store).insertMany([
      samplePost({ slug: 'a' }),
      samplePost({ slug: 'b' }),
      samplePost({ slug: 'c' }),
    ])
    const [x, y, z] = await termsIn(store).insertMany(['x', 'y', 'z'].map(slug => sampleTerm({ slug })))
    await assignmentsIn(store).insertMany([
      sampleAssignment({ object: b.id, term: x.id, position: 2 }),
      sampleAssignment({ object: b.id, term: y.id, position: 1 }),
      sampleAssignment({ object: b.id, term: z.id, position: 1 }),
      sampleAssignment({ object: a.id, term: x.id }),
      sampleAssignment({ object: a.id, term: 999 }),
    ])
    await metaIn(store).insertMany([
      sampleMeta({ object: a.id, key: 'k', value: 2 }),
      sampleMeta({ object: a.id, key: 'a', value: { deep: ['x'] } }),
      sampleMeta({ object: b.id, key: 'k', value: null }),
      sampleMeta({ object: a.id, key: 'k', value: 1 }),
      sampleMeta({ kind: 'term', object: a.id, key: 'k', value: 'of a term' }),
      sampleMeta({ kind: 'user', object: a.id, key: 'k', value: 'of a user' }),
      sampleMeta({ kind: 'comment', object: a.id, key: 'k', value: 'of a comment' }),
    ])
    const revision = (parent: number, slug: string, type = 'revision') =>
      samplePost({ type, parent, slug, status: 'inherit' })
    const revisions = await postsIn(store).insertMany([
      revision(a.id, `${a.id}-revision-v1`),
      revision(a.id, `${a.id}-revision-v1`),
      revision(a.id, `${a.id}-autosave-v1`),
      revision(b.id, `${b.id}-autosave-v1`),
      revision(c.id, `${c.id}-autosave-v1`),
      revision(b.id, 'child', 'page'),
    ])
    const all = ['terms', 'termNames', 'meta', 'revisions', 'autosaves'] as const
    const expectRelated = ({
      terms,
      termNames,
      meta,
      revisions: summaries,
      autosaves,
    }: Awaited<ReturnType<typeof store.wherePosts.related>>) => {
      t.same([...(terms?.keys() ?? [])].sort(), [a.id, b.id], 'only posts that have terms')
      t.same(
        terms?.get(b.id)?.map(({ slug }) => slug),
        ['y', 'z', 'x'],
        'by position, then as assigned',
      )
      t.same(terms?.get(a.id), [x], 'whole terms; what is not there is left out')
      const names = [y, z, x].map(({ id, taxonomy, name, slug }) => ({ id, taxonomy, name, slug }))
      t.strictSame(termNames?.get(b.id), names, 'of some fields, nothing else')
      t.ok(Object.isFrozen(termNames?.get(b.id)?.[0]))
      t.same([...(meta?.keys() ?? [])].sort(), [a.id, b.id])
      t.same(
        meta?.get(a.id)?.map(({ key, value }) => [key, value]),
        [
          ['k', 2],
          ['a', { deep: ['x'] }],
          ['k', 1],
        ],
      )
      t.same(
        meta?.get(b.id)?.map(({ kind, object, value }) => [kind, object, value]),
        [['post', b.id, null]],
      )
      t.same(
        [...(summaries ?? [])].sort(([left], [right]) => left - right),
        [
          [a.id, { count: 3, latest: revisions[2].id }],
          [b.id, { count: 1, latest: revisions[3].id }],
          [c.id, { count: 1, latest: revisions[4].id }],
        ],
        'autosaves count, other posts below do not',
      )
      t.same(
        [...(autosaves ?? [])]
          .sort(([left], [right]) => left - right)
          .map(([id, own]) => [id, own.map(each => each.id)]),
        [
          [a.id, [revisions[2].id]],
          [b.id, [revisions[3].id]],
          [c.id, [revisions[4].id]],
        ],
      )
      t.ok(Object.isFrozen(terms?.get(a.id)) && Object.isFrozen(terms?.get(a.id)?.[0]))
      t.ok(Object.isFrozen(meta?.get(a.id)) && Object.isFrozen(meta?.get(a.id)?.[1].value))
    }
    const found = await postsIn(store).find({ where: wherePosts.in('id', [a.id, b.id, c.id]), with: all })
    t.equal(found.records.length, 3)
    expectRelated(found.related)
    expectRelated(await postsIn(store).related([c.id, a.id, b.id, a.id, 12345], all))

    t.same(Object.keys((await postsIn(store).find({})).related), [], 'nothing unless asked for')
    t.same(Object.keys(await postsIn(store).related([a.id], ['meta'])), ['meta'])
    const none = await postsIn(store).find({ where: wherePosts.eq('slug', 'nobody'), with: all })
    t.same([none.related.terms?.size, none.related.meta?.size, none.related.revisions?.size], [0, 0, 0])
    t.equal((await postsIn(store).related([], all)).terms?.size, 0)
    t.equal((await termsIn(store).related([a.id], ['meta'])).meta?.get(a.id)?.[0].value, 'of a term')
    t.equal((await usersIn(store).related([a.id], ['meta'])).meta?.get(a.id)?.[0].value, 'of a user')
    t.equal((await commentsIn(store).related([a.id], ['meta'])).meta?.get(a.id)?.[0].value, 'of a comment')
    const undeclared = 'terms' as 'meta'
    await t.rejects(termsIn(store).related([a.id], [undeclared]), TypeError, 'relations are declared')
    await t.rejects(termsIn(store).find({ where: whereTerms.eq('id', x.id), with: [undeclared] }), TypeError)
  })
}
