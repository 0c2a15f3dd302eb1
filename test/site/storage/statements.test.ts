import {
  assignmentsIn,
  metaIn,
  type PostRecord,
  postsIn,
  termsIn,
  usersIn,
  whereAssignments,
  wherePosts,
  whereUsers,
} from '@platen/site'
import { fold, type Query } from '@platen/storage'
import Database from 'better-sqlite3'
import t from 'tap'
import { openForSite } from '../open-site-file.js'
import { sampleAssignment, sampleMeta, samplePost, sampleTerm, sampleUser } from '../sample-records.js'

interface Asked {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A store of some posts with all that belongs to them, and the statements that it is asked. */
async function filledStore(path: string, count: number) {
  const asked: Asked[] = []
  const store = await openForSite({ path, onStatement: (sql, parameters) => asked.push({ sql, parameters }) })
  await store.transaction(async contents => {
    await usersIn(contents).insertMany(['ann', 'bob'].map(login => sampleUser(login)))
    const terms = await termsIn(contents).insertMany(['a', 'b', 'c'].map(slug => sampleTerm({ slug })))
    const inserted = await postsIn(contents).insertMany(
      Array.from({ length: count }, (_, at) =>
        samplePost({
          slug: `p${at}`,
          title: `Title ${at}`,
          date: `2024-01-01T00:${String(at % 60).padStart(2, '0')}:00`,
        }),
      ),
    )
    for (const { id } of inserted) {
      await assignmentsIn(contents).insertMany(
        terms.map((term, position) => sampleAssignment({ object: id, term: term.id, position })),
      )
      await metaIn(contents).insert(sampleMeta({ object: id, value: id }))
      await postsIn(contents).insert(samplePost({ type: 'revision', parent: id, slug: `${id}-revision-v1` }))
    }
  })
  asked.length = 0
  return { store, asked }
}

const newest: Query<PostRecord> = {
  where: wherePosts.and(wherePosts.eq('type', 'post'), wherePosts.eq('status', 'publish')),
  order: [{ by: 'field', field: 'date', direction: 'desc' }],
  limit: 10,
}

t.test('a list costs a fixed number of statements', async t => {
  const { store, asked } = await filledStore(`${t.testdir()}/site.sqlite`, 60)
  for (const limit of [1, 10, 50]) {
    asked.length = 0
    const found = await postsIn(store).find({ ...newest, limit, total: true, with: ['terms', 'meta', 'revisions'] })
    t.equal(found.records.length, limit)
    t.equal(found.related.terms.size, limit)
    t.equal(found.total, 60)
    t.ok(asked.length <= 3, `${asked.length} statements for ${limit} posts`)
  }
  t.equal(asked.length, 2, 'a number that was counted before is remembered')
  await postsIn(store).insert(samplePost())
  asked.length = 0
  t.equal((await postsIn(store).find({ ...newest, total: true })).total, 61)
  t.equal(asked.length, 2, 'and one of type and status is read from counters')
  t.match(asked[0]?.sql, 'sum')
  asked.length = 0
  await postsIn(store).related([1, 2, 3], ['terms', 'meta', 'revisions'])
  t.equal(asked.length, 1, 'all relations of all records at once')
  asked.length = 0
  await postsIn(store).related([], ['terms', 'meta', 'revisions'])
  await postsIn(store).find({ ...newest, where: wherePosts.eq('slug', 'nobody'), with: ['terms', 'meta', 'revisions'] })
  t.equal(asked.length, 1, 'of no records no relations are asked')
  await store.close()
})

t.test('conditions of one shape share a statement', async t => {
  const { store, asked } = await filledStore(`${t.testdir()}/site.sqlite`, 5)
  const shapes: readonly (readonly Query<PostRecord>[])[] = [
    [
      newest,
      { ...newest, limit: 3 },
      { ...newest, limit: 50, where: wherePosts.and(wherePosts.eq('type', 'x'), wherePosts.eq('status', 'y')) },
    ],
    [{ where: wherePosts.in('author', [1, 2, 3]) }, { where: wherePosts.in('author', [4, 5, 6, 7]) }],
    [{ where: wherePosts.in('id', [...Array(50).keys()]) }, { where: wherePosts.in('id', [...Array(999).keys()]) }],
    [
      { where: wherePosts.in('author', [1]) },
      { where: wherePosts.eq('author', 2) },
      { where: wherePosts.and(wherePosts.eq('author', 3)) },
    ],
    [{ where: wherePosts.containsText('title', 'abc') }, { where: wherePosts.containsText('title', 'defgh') }],
    [{ where: wherePosts.or(wherePosts.eq('id', 1), wherePosts.or()) }, { where: wherePosts.eq('id', 2) }],
  ]
  for (const queries of shapes) {
    asked.length = 0
    for (const query of queries) await postsIn(store).find(query)
    t.equal(new Set(asked.map(({ sql }) => sql)).size, 1, queries.length.toString())
    t.equal(asked.length, queries.length)
  }
  asked.length = 0
  for (let at = 0; at < 1200; at++) {
    const parts = Array.from({ length: 11 }, (_, bit) =>
      at & (1 << bit) ? wherePosts.eq('author', bit) : wherePosts.ne('id', bit),
    )
    t.equal(
      (await postsIn(store).find({ where: wherePosts.and(...parts) })).records.length < 11,
      true,
      'more shapes than are kept',
    )
  }
  await store.close()
})

t.test('what lists are found by', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const { store, asked } = await filledStore(path, 5)
  const database = new Database(path, { readonly: true })
  database.function('fold', { deterministic: true }, text => (typeof text === 'string' ? fold(text) : text))
  database.function('in_time', () => 1)
  const planOf = ({ sql, parameters }: Asked) =>
    (database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n')
  const plan = async (work: () => Promise<unknown>) => {
    asked.length = 0
    await work()
    return asked.map(planOf).join('\n')
  }
  const published = newest.where
  const inTerm = wherePosts.exists(
    whereAssignments,
    { foreign: 'object', local: 'id' },
    whereAssignments.in('term', [1]),
  )
  const byTitle = { ...newest, order: [{ by: 'field', field: 'title', direction: 'asc', folded: true }] as const }
  const found = (where: Query<PostRecord>['where'], query = newest) => postsIn(store).find({ ...query, where })

  const cases: readonly [name: string, work: () => Promise<unknown>, uses: RegExp, sorts: boolean][] = [
    ['the newest posts', () => found(published), /USING INDEX posts_by_status_and_date/, false],
    [
      'their number',
      () => postsIn(store).count(published),
      /^SEARCH t0 USING PRIMARY KEY \(type=\? AND status=\?\)$/,
      false,
    ],
    [
      'several statuses',
      () => found(wherePosts.and(wherePosts.eq('type', 'post'), wherePosts.in('status', ['publish', 'private']))),
      /USING INDEX posts_by_type_and_date/,
      false,
    ],
    [
      'several types',
      () => found(wherePosts.and(wherePosts.in('type', ['post', 'page']), wherePosts.eq('status', 'publish'))),
      /USING INDEX posts_by_date/,
      false,
    ],
    [
      'one author',
      () => found(wherePosts.and(published, wherePosts.eq('author', 1))),
      /USING INDEX posts_by_author/,
      false,
    ],
    ['sorted by title', () => found(published, byTitle), /USING INDEX posts_by_title/, false],
    [
      'by slug',
      () => postsIn(store).first({ where: wherePosts.and(wherePosts.eq('slug', 'p1'), wherePosts.eq('type', 'post')) }),
      /USING INDEX posts_by_slug/,
      false,
    ],
    ['by id', () => postsIn(store).get(1), /USING INTEGER PRIMARY KEY/, false],
    [
      'by ids',
      () => found(wherePosts.and(published, wherePosts.in('id', [1, 2, 3]))),
      /USING INTEGER PRIMARY KEY/,
      true,
    ],
    [
      'children',
      () => found(wherePosts.and(published, wherePosts.eq('parent', 1))),
      /USING INDEX posts_by_parent/,
      true,
    ],
    [
      'in a term',
      () => found(wherePosts.and(published, inTerm)),
      /posts_by_status_and_date[\s\S]*assignments_by_term/,
      false,
    ],
    [
      'in a term, with a total',
      () => postsIn(store).find({ ...newest, where: wherePosts.and(published, inTerm), total: true }),
      /assignments_by_term/,
      true,
    ],
    [
      'a text',
      () => found(wherePosts.and(published, wherePosts.containsText('title', 'title'))),
      /post_texts_search_title VIRTUAL TABLE/,
      true,
    ],
    [
      'a text that no post has',
      () => found(wherePosts.and(published, wherePosts.containsText('content', 'words'))),
      /post_texts_search VIRTUAL TABLE/,
      false,
    ],
    [
      'terms of posts',
      () => postsIn(store).related([1, 2], ['terms']),
      /COVERING INDEX assignments_by_object[\s\S]*PRIMARY KEY/,
      false,
    ],
    ['meta of posts', () => postsIn(store).related([1, 2], ['meta']), /USING INDEX meta_by_object/, false],
    [
      'revisions of posts',
      () => postsIn(store).related([1, 2], ['revisions']),
      /COVERING INDEX posts_by_parent/,
      false,
    ],
    [
      'a person by login',
      () => usersIn(store).first({ where: whereUsers.equalsText('login', 'ANN') }),
      /USING INDEX users_login/,
      false,
    ],
  ]
  for (const [name, work, uses, sorts] of cases) {
    const details = await plan(work)
    t.match(details, uses, name)
    t.equal(/USE TEMP B-TREE/.test(details), sorts, `${name}: ${sorts ? 'few are sorted' : 'nothing is sorted'}`)
    t.notMatch(details, /SCAN t0(?! USING)/, `${name}: no table is read from end to end`)
  }
  const withPosts = whereUsers.exists(wherePosts, { foreign: 'author', local: 'id' }, wherePosts.eq('type', 'post'))
  t.match(await plan(() => usersIn(store).find({ where: withPosts })), /EXISTS USING COVERING INDEX posts_by_author/)
  database.close()
  await store.close()
})

t.test('the lookup of records after a position of many', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const asked: Asked[] = []
  const store = await openForSite({ path, onStatement: (sql, parameters) => asked.push({ sql, parameters }) })
  const date = '2024-01-01T00:00:00'
  await postsIn(store).insertMany(Array.from({ length: 600 }, (_, at) => samplePost({ slug: `p${at}`, date })))
  const database = new Database(path, { readonly: true })
  database.function('fold', { deterministic: true }, text => (typeof text === 'string' ? fold(text) : text))
  database.function('in_time', () => 1)
  const published = wherePosts.and(wherePosts.eq('type', 'post'), wherePosts.eq('status', 'publish'))
  const newest: Query<PostRecord> = {
    where: published,
    order: [{ by: 'field', field: 'date', direction: 'desc' }],
    after: { values: [date], id: 300 },
    limit: 10,
  }
  const cases: readonly [name: string, query: Query<PostRecord>, uses: RegExp][] = [
    ['by date', newest, /posts_by_status_and_date \(type=\? AND status=\? AND date</],
    [
      'by date, before another',
      { ...newest, where: wherePosts.and(published, wherePosts.lt('date', '2025-01-01T00:00:00')) },
      /posts_by_status_and_date \(type=\? AND status=\? AND date</,
    ],
    [
      'by title',
      {
        ...newest,
        order: [{ by: 'field', field: 'title', direction: 'asc', folded: true }],
        after: { values: ['A title'], id: 300 },
      },
      /posts_by_title \(type=\? AND status=\? AND title_folded>/,
    ],
  ]
  for (const [name, query, uses] of cases) {
    asked.length = 0
    const { records } = await postsIn(store).find(query)
    const last = asked.at(-1) as Asked
    const plan = database.prepare(`explain query plan ${last.sql}`).all(...last.parameters) as { detail: string }[]
    t.match(plan[0]?.detail, uses, name)
    t.equal(plan.length, 1, `${name}: nothing is sorted`)
    t.match(last.sql, /, "t0"\."id"\) [<>] \(/, `${name}: the place is compared as a row`)
    t.ok(records.length <= 10)
  }
  database.close()
  await store.close()
})
