import type { SqliteStoreOptions } from '@platen/sql/sqlite'
import { sampleBook } from '@platen/storage/contract'
import Database from 'better-sqlite3'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../../temporary-folder.js'
import { booksIn, openLibrary, whereBooks } from '../library.js'

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** So many that statements which go through all of them are interrupted, whatever their ids. */
const COUNT = 2000
/** In milliseconds: over before the first record is read. */
const TINY = 0.001

const folder = temporaryFolder('statement-timeout')
const path = `${folder}/site.sqlite`

t.before(async () => {
  const store = await openLibrary({ path, synchronous: 'normal' })
  // Every other post only: what interrupts must not depend on a pattern of ids.
  const [first] = await booksIn(store).insertMany([sampleBook({ code: 'first' })])
  const start = first?.id ?? 0
  await booksIn(store).insertMany(
    Array.from({ length: COUNT }, (_, i) =>
      sampleBook({ id: start + 2 * (i + 1), code: `p${i}`, content: 'No such letters.' }),
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
  const store = await openLibrary({ path, synchronous: 'normal', ...options })
  t.teardown(() => store.close())
  return store
}

const timeout = { name: 'StoreError', code: 'timeout' }
const scanned = whereBooks.containsText('content', 'xq')
const all = { where: whereBooks.eq('language', ''), limit: 500 }

t.test('queries that take too long fail', async t => {
  const store = await open(t, { statementTimeout: TINY })
  await t.rejects(booksIn(store).find({ where: scanned }), timeout, 'records')
  await t.rejects(booksIn(store).find({ where: scanned, limit: 10, total: true }), timeout, 'a page and a total')
  await t.rejects(booksIn(store).first({ where: scanned }), timeout, 'the first')
  await t.rejects(booksIn(store).count(whereBooks.eq('language', '')), timeout, 'a number')
  await t.rejects(booksIn(store).distinct('code', scanned), timeout, 'values')
  await t.rejects(booksIn(store).tally('format', scanned), timeout, 'numbers of values')
  await t.rejects(booksIn(store).find({ order: [{ by: 'random' }], limit: 1 }), timeout, 'sorted')

  const [newest] = (await booksIn(store).find({ order: [{ by: 'field', field: 'id', direction: 'desc' }], limit: 1 }))
    .records
  t.equal((await booksIn(store).get(newest?.id ?? 0))?.code, newest?.code, 'by id')
  t.equal(
    (await booksIn(store).find({ where: whereBooks.eq('code', 'p7'), total: true })).total,
    1,
    'what an index leads to',
  )
})

t.test('the queries of one call share the limit', async t => {
  const store = await openSlow(t)
  t.equal((await booksIn(store).find(all)).records.length, 500, 'one query')
  await nextTurn()
  await t.rejects(booksIn(store).find({ ...all, total: true }), timeout, 'a page and a total')
})

t.test('queries that each go through few records share it, too', async t => {
  let wasted = 0
  const store = await open(t, { statementTimeout: LIMIT, onStatement: () => waste(wasted) })
  await nextTurn()
  wasted = 0.7 * LIMIT
  const one = (code: string) => ({ where: whereBooks.eq('code', code), limit: 1, total: true })
  t.equal((await booksIn(store).find(one('p7'))).total, 1, 'two')
  await nextTurn()
  await t.rejects(booksIn(store).find({ ...one('p8'), with: ['subjects'] }), timeout, 'three')
})

t.test('the calls of one turn of the event loop share the limit', async t => {
  const store = await openSlow(t)
  t.equal((await booksIn(store).find(all)).records.length, 500)
  await t.rejects(booksIn(store).find(all), timeout)
  t.equal((await booksIn(store).find({ limit: 1 })).records.length, 1, 'what goes through few records')
  await t.rejects(booksIn(store).find(all), timeout, 'what failed is counted, too')
  await nextTurn()
  t.equal((await booksIn(store).find(all)).records.length, 500, 'another turn')
})

t.test('a call has some time after others have used up the limit', async t => {
  let wasted = 0
  const store = await open(t, { statementTimeout: LIMIT, onStatement: () => waste(wasted) })
  await nextTurn()
  wasted = LIMIT
  await t.rejects(booksIn(store).count(scanned), timeout)
  wasted = 0
  t.equal(await booksIn(store).count(whereBooks.eq('language', '')), COUNT + 1)
})

t.test('grouped transactions share the limit with other calls, and their writes are not counted', async t => {
  const store = await openSlow(t)
  await store.transaction(
    async tx => {
      for (const volume of [1, 2]) await booksIn(tx).updateWhere(whereBooks.ne('code', 'p1'), { volume })
      t.equal((await booksIn(tx).find(all)).records.length, 500)
      await t.rejects(booksIn(tx).find(all), timeout)
    },
    { grouped: true },
  )
  await t.rejects(booksIn(store).find(all), timeout, 'in the same turn')
})

t.test('reads take their time without a limit', async t => {
  const store = await open(t, { statementTimeout: Number.POSITIVE_INFINITY })
  t.equal(await booksIn(store).count(scanned), 0)
})

t.test('few records with texts that are folded when they are searched', async t => {
  const inRevisions = whereBooks.and(
    whereBooks.eq('format', 'proof'),
    whereBooks.eq('parent', 1),
    whereBooks.containsText('content', 'no'),
  )
  const writing = await open(t)
  const { id } = await booksIn(writing).insert(sampleBook({ format: 'proof', parent: 1, content: 'No.' }))
  t.equal(await booksIn(writing).count(inRevisions), 1)
  const store = await open(t, { statementTimeout: TINY })
  await t.rejects(booksIn(store).find({ where: inRevisions, order: [], limit: 1 }), timeout)
  await nextTurn()
  await booksIn(writing).remove(id)
})

t.test('the time is looked at now and then', async t => {
  const ran: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  const store = await open(t, { onStatement: (sql, parameters) => ran.push({ sql, parameters }) })
  ran.length = 0
  await booksIn(store).find({ where: scanned })
  await booksIn(store).count(whereBooks.eq('language', ''))
  const database = new Database(path, { readonly: true })
  let calls = 0
  database.function('in_time', () => ++calls)
  database.function('fold', text => text)
  for (const { sql, parameters } of ran) {
    calls = 0
    database.prepare(sql).all(...parameters)
    t.ok(calls >= 5 && calls < COUNT / 50, `${calls} calls for ${COUNT} books: ${sql}`)
  }
  database.close()
})

t.test('a request that takes too long changes nothing', async t => {
  const store = await open(t, { statementTimeout: TINY })
  const insert = (code: string) => store.transaction(tx => booksIn(tx).insert(sampleBook({ code })), { grouped: true })
  const results = await Promise.allSettled([
    insert('before'),
    store.transaction(
      async tx => {
        await booksIn(tx).insert(sampleBook({ code: 'with it' }))
        await booksIn(tx).find({ where: scanned })
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
  const stored = async (code: string) => (await booksIn(store).first({ where: whereBooks.eq('code', code) }))?.code
  t.same([await stored('before'), await stored('with it'), await stored('after')], ['before', undefined, 'after'])
})

t.test('jobs and writes take their time', async t => {
  const store = await open(t, { statementTimeout: TINY })
  await store.transaction(async tx => {
    t.equal((await booksIn(tx).find({ where: scanned })).records.length, 0)
    t.equal(await booksIn(tx).updateWhere(whereBooks.eq('code', 'p1'), { volume: 7 }), 1)
  })
  t.ok((await booksIn(store).updateWhere(whereBooks.ne('code', 'p1'), { volume: 0 })) >= COUNT)
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
    await t.rejects(openLibrary(given), { name: 'RangeError', message })
  }
})
