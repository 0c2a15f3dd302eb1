import { where } from '@platen/site'
import { openSqliteStore, type SqliteStoreOptions } from '@platen/sql/sqlite'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { samplePost } from '../../contract/sample-records.js'
import { makeSite } from '../../site/make-site.js'

const { posts } = where
const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** So many that statements which go through all of them are interrupted, whatever their ids. */
const COUNT = 2000
/** In milliseconds: over before the first record is read. */
const TINY = 0.001

const folder = t.testdir()
const path = `${folder}/site.sqlite`

t.before(async () => {
  const store = await openSqliteStore({ path, synchronous: 'normal' })
  await makeSite({ store })
  // Every other post only: what interrupts must not depend on a pattern of ids.
  const [first] = await store.posts.insertMany([samplePost({ slug: 'first' })])
  const start = first?.id ?? 0
  await store.posts.insertMany(
    Array.from({ length: COUNT }, (_, i) =>
      samplePost({ id: start + 2 * (i + 1), slug: `p${i}`, content: 'No such letters.' }),
    ),
  )
  await store.close()
})

/** In milliseconds. */
const LIMIT = 500
/** A store whose statements with these words, of those that go through records, each take more than half of the limit. */
async function openSlow(t: Test, words = '') {
  let isOpen = false
  const store = await open(t, {
    statementTimeout: LIMIT,
    onStatement: sql => isOpen && sql.includes('in_time') && sql.includes(words) && waste(0.6 * LIMIT),
  })
  isOpen = true
  await nextTurn()
  return store
}

function waste(milliseconds: number) {
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    // Like a query, it keeps everybody waiting.
  }
}

async function open(t: Test, options: Partial<SqliteStoreOptions> = {}) {
  const store = await openSqliteStore({ path, synchronous: 'normal', ...options })
  t.teardown(() => store.close())
  return store
}

const timeout = { name: 'StoreError', code: 'timeout' }
const scanned = posts.containsText('content', 'xq')
const all = { where: posts.eq('commentStatus', 'open'), limit: 500 }

t.test('queries that take too long fail', async t => {
  const store = await open(t, { statementTimeout: TINY })
  await t.rejects(store.posts.find({ where: scanned }), timeout, 'records')
  await t.rejects(store.posts.find({ where: scanned, limit: 10, total: true }), timeout, 'a page and a total')
  await t.rejects(store.posts.first({ where: scanned }), timeout, 'the first')
  await t.rejects(store.posts.count(posts.eq('commentStatus', 'open')), timeout, 'a number')
  await t.rejects(store.posts.distinct('slug', scanned), timeout, 'values')
  await t.rejects(store.posts.tally('type', scanned), timeout, 'numbers of values')
  await t.rejects(store.posts.find({ order: [{ by: 'random' }], limit: 1 }), timeout, 'sorted')

  const [newest] = (await store.posts.find({ order: [{ by: 'field', field: 'id', direction: 'desc' }], limit: 1 }))
    .records
  t.equal((await store.posts.get(newest?.id ?? 0))?.slug, newest?.slug, 'by id')
  t.equal((await store.posts.find({ where: posts.eq('slug', 'p7'), total: true })).total, 1, 'what an index leads to')
})

t.test('the queries of one call share the limit', async t => {
  const store = await openSlow(t)
  t.equal((await store.posts.find(all)).records.length, 500, 'one query')
  await nextTurn()
  await t.rejects(store.posts.find({ ...all, total: true }), timeout, 'a page and a total')
})

t.test('queries that each go through few records share it, too', async t => {
  let wasted = 0
  const store = await open(t, { statementTimeout: LIMIT, onStatement: () => waste(wasted) })
  await nextTurn()
  wasted = 0.7 * LIMIT
  const one = (slug: string) => ({ where: posts.eq('slug', slug), limit: 1, total: true })
  t.equal((await store.posts.find(one('p7'))).total, 1, 'two')
  await nextTurn()
  await t.rejects(store.posts.find({ ...one('p8'), with: ['terms'] }), timeout, 'three')
})

t.test('the calls of one turn of the event loop share the limit', async t => {
  const store = await openSlow(t)
  t.equal((await store.posts.find(all)).records.length, 500)
  await t.rejects(store.posts.find(all), timeout)
  t.equal((await store.posts.find({ limit: 1 })).records.length, 1, 'what goes through few records')
  await t.rejects(store.posts.find(all), timeout, 'what failed is counted, too')
  await nextTurn()
  t.equal((await store.posts.find(all)).records.length, 500, 'another turn')
})

t.test('a call has some time after others have used up the limit', async t => {
  let wasted = 0
  const store = await open(t, { statementTimeout: LIMIT, onStatement: () => waste(wasted) })
  await nextTurn()
  wasted = LIMIT
  await t.rejects(store.posts.count(scanned), timeout)
  wasted = 0
  t.equal(await store.posts.count(posts.eq('commentStatus', 'open')), COUNT + 1)
})

t.test('grouped transactions share the limit with other calls, and their writes are not counted', async t => {
  const store = await openSlow(t)
  await store.transaction(
    async tx => {
      for (const menuOrder of [1, 2]) await tx.posts.updateWhere(posts.ne('slug', 'p1'), { menuOrder })
      t.equal((await tx.posts.find(all)).records.length, 500)
      await t.rejects(tx.posts.find(all), timeout)
    },
    { grouped: true },
  )
  await t.rejects(store.posts.find(all), timeout, 'in the same turn')
})

t.test('reads take their time without a limit', async t => {
  const store = await open(t, { statementTimeout: Number.POSITIVE_INFINITY })
  t.equal(await store.posts.count(scanned), 0)
})

t.test('few records with texts that are folded when they are searched', async t => {
  const inRevisions = posts.and(
    posts.eq('type', 'revision'),
    posts.eq('parent', 1),
    posts.containsText('content', 'no'),
  )
  const writing = await open(t)
  const { id } = await writing.posts.insert(samplePost({ type: 'revision', parent: 1, content: 'No.' }))
  t.equal(await writing.posts.count(inRevisions), 1)
  const store = await open(t, { statementTimeout: TINY })
  await t.rejects(store.posts.find({ where: inRevisions, order: [], limit: 1 }), timeout)
  await nextTurn()
  await writing.posts.remove(id)
})

t.test('the time is looked at now and then', async t => {
  const ran: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  const store = await open(t, { onStatement: (sql, parameters) => ran.push({ sql, parameters }) })
  ran.length = 0
  await store.posts.find({ where: scanned })
  await store.posts.count(posts.eq('commentStatus', 'open'))
  const database = new Database(path, { readonly: true })
  let calls = 0
  database.function('in_time', () => ++calls)
  database.function('fold', text => text)
  for (const { sql, parameters } of ran) {
    calls = 0
    database.prepare(sql).all(...parameters)
    t.ok(calls >= 5 && calls < COUNT / 50, `${calls} calls for ${COUNT} posts: ${sql}`)
  }
  database.close()
})

t.test('a request that takes too long changes nothing', async t => {
  const store = await open(t, { statementTimeout: TINY })
  const insert = (slug: string) => store.transaction(tx => tx.posts.insert(samplePost({ slug })), { grouped: true })
  const results = await Promise.allSettled([
    insert('before'),
    store.transaction(
      async tx => {
        await tx.posts.insert(samplePost({ slug: 'with it' }))
        await tx.posts.find({ where: scanned })
      },
      { grouped: true },
    ),
    insert('after'),
  ])
  t.same(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  t.match(results[1], { reason: timeout })
  const stored = async (slug: string) => (await store.posts.first({ where: posts.eq('slug', slug) }))?.slug
  t.same([await stored('before'), await stored('with it'), await stored('after')], ['before', undefined, 'after'])
})

t.test('jobs and writes take their time', async t => {
  const store = await open(t, { statementTimeout: TINY })
  await store.transaction(async tx => {
    t.equal((await tx.posts.find({ where: scanned })).records.length, 0)
    t.equal(await tx.posts.updateWhere(posts.eq('slug', 'p1'), { menuOrder: 7 }), 1)
  })
  t.ok((await store.posts.updateWhere(posts.ne('slug', 'p1'), { menuOrder: 0 })) >= COUNT)
})

t.test('clients get a 503 that says when to come back', async t => {
  const errors: unknown[] = []
  const store = await open(t, { statementTimeout: TINY })
  const { send } = await makeSite({ store, cache: true, onError: error => errors.push(error) })
  // In one turn of the event loop: what one of them reads has nothing to do with the others.
  const [single, search, other] = await Promise.all([
    send('GET /users/me'),
    send('GET /posts?search=xq'),
    send('GET /users/1'),
  ])
  t.match([single?.status, other?.status], [200, 200])
  t.equal(search?.status, 503)
  t.match(search?.body, { code: 'rest_store_timeout', data: { status: 503 } })
  t.match(search?.headers, { 'Retry-After': '30' })
  t.match(errors, [timeout], 'and the operator learns of it')
})

t.test('slow requests that arrive together share the limit', async t => {
  const store = await openSlow(t, 'count(')
  const { send } = await makeSite({ store, onError: () => {} })
  await nextTurn()
  const search = (text: string) => send(`GET /posts?search=${text}`)
  const [first, second, third] = await Promise.all([search('xq'), search('xj'), search('xz')])
  t.match(first, { status: 200 })
  const late = { status: 503, body: { code: 'rest_store_timeout' }, headers: { 'Retry-After': '30' } }
  t.match([second, third], [late, late])
  await nextTurn()
  t.match(await search('xz'), { status: 200 }, 'later')
})

t.test('unknown and invalid options are refused', async t => {
  for (const [options, message] of [
    ...[0, -1, Number.NaN].map(each => [{ statementTimeout: each }, /"statementTimeout" must be a positive/] as const),
    [{ synchronous: 'off' }, /"synchronous" must be one of "full", "normal"/],
    [{ busyTimeout: '5s' }, /"busyTimeout" must be a whole number from 0/],
    [{ statementTimeOut: 5 }, /did you mean "statementTimeout"\?/],
    [{ path: '' }, /"path" must be a string/],
  ] as const) {
    const given = { path: `${folder}/other.sqlite`, ...options } as SqliteStoreOptions
    await t.rejects(openSqliteStore(given), { name: 'RangeError', message })
  }
})
