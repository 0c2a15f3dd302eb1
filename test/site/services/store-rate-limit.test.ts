import { setTimeout } from 'node:timers/promises'
import { createMemoryStore } from '@platen/memory'
import { createStoreRateLimit, type RateLimitRule, type StoreRateLimitOptions } from '@platen/site'
import { openSqliteStore } from '@platen/sql/sqlite'
import { type Store, StoreError } from '@platen/storage'
import t, { type Test } from 'tap'
import { loadModule } from '../load-module.js'
import { makeSite } from '../make-site.js'

const guess: RateLimitRule = { burst: 10, seconds: 600, delay: { first: 60, max: 900 } }
const flood: RateLimitRule = { burst: 40, seconds: 1 }

/** A store that counts calls. */
function counted(store: Store) {
  const calls = { transactions: 0, queries: 0 }
  const wrapped: Store = {
    ...store,
    transaction(work, options) {
      calls.transactions++
      return store.transaction(work, options)
    },
    collection(definition) {
      calls.queries++
      return store.collection(definition)
    },
  }
  return { store: wrapped, calls }
}

/** Rate limits of several processes over one store, with the clock that they share. */
function processes(store: Store, count: number, options: StoreRateLimitOptions = {}) {
  const time = { now: 1_000_000_000_000 }
  const all = Array.from({ length: count }, () => createStoreRateLimit(store, { ...options, clock: () => time.now }))
  const take = async (at: number, rule: RateLimitRule, key = 'a') =>
    ((await all[at % count]?.take([{ key, rule }]))?.retryAfter ?? 0) === 0
  return { time, all, take }
}

const stores: Readonly<Record<string, (t: Test) => Promise<readonly [Store, Store]>>> = {
  memory: async () => {
    const store = createMemoryStore()
    return [store, store]
  },
  SQLite: async t => {
    const path = `${t.testdir()}/a.sqlite`
    const both = [await openSqliteStore({ path }), await openSqliteStore({ path })] as const
    t.teardown(() => Promise.all(both.map(store => store.close())))
    return both
  },
}

for (const [kind, open] of Object.entries(stores)) {
  t.test(`two processes count guesses together (${kind})`, async t => {
    const [one, two] = await open(t)
    const time = { now: 1_000_000_000_000 }
    const options = { clock: () => time.now, interval: 50 }
    const limits = [createStoreRateLimit(one, options), createStoreRateLimit(two, options)]
    const uses = [{ key: 'a', rule: guess }]
    let taken = 0
    for (let at = 0; at < 30; at++) if ((await limits[at % 2]?.take(uses))?.retryAfter === 0) taken++
    t.equal(taken, 10, 'exact, although nothing was stored in between')
    for (const limit of limits) t.same(await limit.take(uses), { retryAfter: 60 })
    time.now += 61_000
    const results = await Promise.all([...limits, ...limits, ...limits].map(limit => limit.take(uses)))
    t.equal(results.filter(({ retryAfter }) => retryAfter === 0).length, 1, 'one after the delay, in one of them')
    t.same(
      await Promise.all(limits.map(limit => limit.take(uses))),
      [{ retryAfter: 120 }, { retryAfter: 120 }],
      'the delay grows for both',
    )
  })
}

t.test('many guesses at once', async t => {
  const { take } = processes(createMemoryStore(), 4)
  const taken = await Promise.all(Array.from({ length: 400 }, (_, at) => take(at, guess)))
  const allowed = taken.filter(Boolean).length
  t.ok(allowed >= 10 && allowed <= 10 + 4 * 3, `${allowed} of 400`)
})

t.test('a process that is new knows the counts', async t => {
  const store = createMemoryStore()
  const { take } = processes(store, 1, { interval: 10 })
  for (let at = 0; at < 3; at++) await take(0, guess)
  await setTimeout(100)
  const other = processes(store, 1)
  let taken = 0
  while (await other.take(0, guess)) taken++
  t.equal(taken, 7)
})

t.test('what costs nothing', async t => {
  const { store, calls } = counted(createMemoryStore())
  const { all, take } = processes(store, 1, { interval: 10 })
  for (let at = 0; at < 1000; at++) await take(0, flood, `client ${at}`)
  for (let at = 0; at < 9; at++) await take(0, flood)
  await setTimeout(50)
  t.same(calls, { transactions: 0, queries: 0 }, 'requests far below their limit')

  await all[0]?.take([{ key: 'first', rule: guess }])
  await setTimeout(100)
  const { transactions: earlier } = calls
  const before = store.revision()
  for (let at = 0; at < 100; at++) {
    const uses = [{ key: 'sign-in', rule: guess }]
    await all[0]?.take(uses)
    await all[0]?.clear(['sign-in'])
    await all[0]?.take(uses)
    await all[0]?.refund(uses)
  }
  await setTimeout(50)
  t.equal(calls.transactions, earlier, 'sign-ins that succeed')
  t.equal(store.revision(), before)

  for (let at = 0; at < 20; at++) await take(0, guess, 'guesses')
  await setTimeout(50)
  const { transactions, queries } = calls
  for (let at = 0; at < 1000; at++) t.equal(await take(0, guess, 'guesses'), false)
  await setTimeout(50)
  t.same(calls, { transactions, queries }, 'clients that must wait')
  t.ok(transactions - earlier <= 10, `${transactions} transactions for ten guesses`)
})

t.test('floods are shared from a quarter of the burst on', async t => {
  const { take } = processes(createMemoryStore(), 2, { interval: 10 })
  for (let at = 0; at < 40; at++) t.equal(await take(0, flood), true)
  await setTimeout(100)
  let taken = 0
  while (taken < 100 && (await take(1, flood))) taken++
  t.ok(taken <= 10, `${taken} more at the other`)
})

t.test('refunds and resets are shared', async t => {
  const store = createMemoryStore()
  const { all, take, time } = processes(store, 2, { interval: 10 })
  const uses = [{ key: 'a', rule: guess }]
  for (let at = 0; at < 10; at++) await take(at, guess)
  t.equal(await take(0, guess), false)
  await all[1]?.refund(uses)
  await setTimeout(100)
  time.now += 20
  t.equal(await take(0, guess), true, 'a refund')
  t.equal(await take(1, guess), false)
  await all[0]?.clear(['a'])
  time.now += 20
  for (let at = 0; at < 10; at++) t.equal(await take(at, guess), true, 'a reset')
  t.equal(await take(1, guess), false)
})

t.test('old counts are removed, and never more than the maximum are stored', async t => {
  const store = createMemoryStore()
  const { take, time } = processes(store, 1, { interval: 10, maxKeys: 20 })
  const size = async () => (await countsIn(store)).length
  for (let at = 0; at < 60; at++) await take(0, guess, `${at}`)
  await setTimeout(100)
  t.ok((await size()) <= 20 + 1, `${await size()} are stored`)
  time.now += 3_600_000
  await take(0, guess, 'last')
  await setTimeout(100)
  t.same(await countsIn(store), ['last'])
})

/** The stored keys. */
async function countsIn(store: Store): Promise<readonly string[]> {
  const { rateLimitCounts } = await loadModule<
    typeof import('../../../packages/site/src/kernel/services/rate-limit-collection.js')
  >('kernel/services/rate-limit-collection.js')
  return (await store.collection(rateLimitCounts).find({})).records.map(({ key }) => key)
}

t.test('a store that fails', async t => {
  const store = createMemoryStore()
  let isAway = false
  const away = () => {
    if (isAway) throw new StoreError('unavailable', 'away')
  }
  const failing: Store = {
    ...store,
    async transaction(work, options) {
      away()
      return store.transaction(work, options)
    },
    collection(definition) {
      away()
      return store.collection(definition)
    },
  }
  const { take } = processes(failing, 1, { interval: 10 })
  for (let at = 0; at < 3; at++) await take(0, guess)
  isAway = true
  await setTimeout(50)
  await t.rejects(take(0, guess, 'new'), { code: 'unavailable' })
  for (let at = 0; at < 20; at++) t.equal((await take(0, flood, 'flood').catch(() => 'refused')) !== undefined, true)
  isAway = false
  await take(0, guess)
  await setTimeout(100)
  const other = processes(store, 1)
  let taken = 0
  while (await other.take(0, guess)) taken++
  t.equal(taken, 6, 'counts are stored later')
})

t.test('cached responses do not depend on counts', async t => {
  const { store, calls } = counted(createMemoryStore())
  const limit = { path: '/cms/v2/posts', burst: 40, seconds: 1 }
  const rateLimit = createStoreRateLimit(store, { interval: 10 })
  const { site } = await makeSite({ store, cache: true, services: { rateLimit }, rateLimits: { routes: [limit] } })
  await rateLimit.take([{ key: 'first', rule: guess }])
  await setTimeout(100)
  const list = (page: number) =>
    site.dispatch({
      method: 'GET',
      path: '/cms/v2/posts',
      query: `page=1&per_page=${page}`,
      remoteAddress: '192.0.2.1',
    })
  for (let page = 1; page < 30; page++) t.equal((await list(page)).status, 200)
  await setTimeout(100)
  await rateLimit.take([{ key: 'other', rule: guess }])
  await setTimeout(100)
  const before = { ...calls }
  for (let page = 1; page < 30; page++) await list(page)
  t.same(calls, before, 'no query, although the counts have changed')
})
