import { type PostRecord, postsIn, wherePosts } from '@platen/site'
import type { Query } from '@platen/storage'
import Database from 'better-sqlite3'
import t from 'tap'
import { openForSite } from '../open-site-file.js'
import { samplePost } from '../sample-records.js'

const { and, eq, gt, lt } = wherePosts

/** More than are gathered. */
const MANY = 600
const dateOf = (i: number) => `2024-${String(1 + Math.floor(i / 28)).padStart(2, '0')}-01T00:00:00`
const published = and(eq('type', 'post'), eq('status', 'publish'))
const by = (field: 'date' | 'slug' | 'author' | 'parent' | 'id'): Query<PostRecord>['order'] => [
  { by: 'field', field, direction: 'desc' },
]

const CASES: readonly [name: string, query: Query<PostRecord>, plan: RegExp][] = [
  ['many in the order of an index', { where: published, order: by('date') }, /USING INDEX posts_by_status_and_date/],
  [
    'few that an index leads to, in another order',
    { where: and(published, lt('modified', dateOf(30))), order: by('date') },
    /USING INDEX posts_by_modified [\s\S]*USE TEMP B-TREE FOR ORDER BY/,
  ],
  [
    'few of one number',
    { where: and(published, eq('menuOrder', 7)), order: by('date') },
    /USING INDEX posts_by_menu_order \(type=\? AND status=\? AND menu_order=\?\)[\s\S]*USE TEMP B-TREE FOR ORDER BY/,
  ],
  [
    'few of an author, whom an index has in this order',
    { where: and(published, eq('author', 7)), order: by('date') },
    /^SEARCH t0 USING INDEX posts_by_author \(author=\? AND type=\? AND status=\?\)$/,
  ],
  [
    'many that meet a condition, in another order',
    { where: and(published, gt('modified', dateOf(30))), order: by('date') },
    /USING INDEX posts_by_status_and_date/,
  ],
  [
    'many by slug',
    { where: published, order: by('slug') },
    /^SEARCH t0 USING INTEGER PRIMARY KEY[^\n]*\n.*\nSCAN t0 USING INDEX posts_by_slug\nUSE TEMP B-TREE FOR LAST/,
  ],
  [
    'many by author',
    { where: published, order: by('author') },
    /^SEARCH t0 USING INDEX posts_by_status_and_author \(type=\? AND status=\?\)$/,
  ],
  [
    'many by what most share',
    { where: published, order: by('parent') },
    /PRIMARY KEY.*\n.*\nSEARCH t0 USING COVERING INDEX posts_by_id_and_author \(type=\? AND status=\?\)\nUSE TEMP B-TREE FOR ORDER BY/,
  ],
  [
    'few by slug',
    { where: and(eq('type', 'page'), eq('status', 'publish')), order: by('slug') },
    /\(type=\? AND status=\?\)/,
  ],
]

t.test('how pages are found', async t => {
  const path = `${t.testdir()}/site.sqlite`
  const ran: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  const store = await openForSite({ path, onStatement: (sql, parameters) => ran.push({ sql, parameters }) })
  t.teardown(() => store.close())
  await postsIn(store).insertMany(
    Array.from({ length: MANY + 100 }, (_, i) =>
      samplePost({
        slug: `p${i}`,
        author: i % 300,
        date: dateOf(i % 336),
        modified: dateOf(i % 336),
        menuOrder: i % 99,
      }),
    ),
  )
  await postsIn(store).insertMany(Array.from({ length: 9 }, (_, i) => samplePost({ type: 'page', slug: `page-${i}` })))
  const planner = new Database(path, { readonly: true })
  t.teardown(() => planner.close())
  planner.function('in_time', () => 1)
  for (const [name, query, expected] of CASES) {
    ran.length = 0
    const found = await postsIn(store).find({ ...query, limit: 10, total: true })
    t.ok((found.total ?? 0) > 0, name)
    const { sql = '', parameters = [] } = ran.at(-1) ?? {}
    const steps = planner.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[]
    t.match(steps.map(({ detail }) => detail).join('\n'), expected, name)
  }
})

t.test('beyond the last record, and where there is none, no page is looked for', async t => {
  let statements = 0
  const store = await openForSite({ path: `${t.testdir()}/site.sqlite`, onStatement: () => statements++ })
  t.teardown(() => store.close())
  await postsIn(store).insertMany([samplePost(), samplePost({ slug: 'b' })])
  for (const [offset, where, total] of [
    [2, published, 2],
    [0, eq('author', 99), 0],
  ] as const) {
    statements = 0
    t.same(await postsIn(store).find({ where, offset, limit: 10, total: true }), { records: [], total, related: {} })
    t.equal(statements, 1)
  }
  t.equal((await postsIn(store).find({ where: published, offset: 1, limit: 10, total: true })).records.length, 1)
})
