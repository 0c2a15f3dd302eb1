import { setTimeout } from 'node:timers/promises'
import { openPostgresStore, type PostgresStoreOptions } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import { sampleBook } from '@platen/storage/contract'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { asLibrary, booksIn } from '../library.js'
import { newSchema } from './new-schema.js'
import { noPooler, startPooler } from './pgbouncer.js'
import { startSilentProxy } from './silent-proxy.js'

const reason = await noPooler()
const test = (name: string, body: (t: Test) => Promise<void>) =>
  t.test(name, reason === undefined ? {} : { skip: reason }, body)

/** A pooler in front of a new schema, and stores of it. */
async function poolerFor(t: Test, poolSize?: number, settings?: Readonly<Record<string, string>>) {
  const { url: direct, schema, drop } = await newSchema()
  const { url, stop } = await startPooler(direct, poolSize, settings)
  t.teardown(async () => {
    stop()
    await drop()
  })
  const open = async (options: Partial<PostgresStoreOptions> = {}) => {
    const store = await asLibrary(await openPostgresStore({ url, schema, ...options }))
    t.teardown(() => store.close())
    return store
  }
  return { direct, url, schema, open }
}

/** Resolves with how long it takes until a condition is met, in milliseconds. */
async function timeUntil(condition: () => boolean | Promise<boolean>): Promise<number> {
  const from = performance.now()
  while (!(await condition())) await setTimeout(5)
  return performance.now() - from
}

test('commits of others are noticed by heartbeats', async t => {
  const { direct, open } = await poolerFor(t)
  const one = await open({ heartbeatInterval: 300 })
  const other = await open({ heartbeatInterval: 300 })
  const outside = await open({ url: direct })
  const colorIn = async (store: Store) => (await store.options.all()).get('color')
  await one.options.set('color', 'red')
  await timeUntil(async () => (await colorIn(other)) === 'red')
  const before = other.revision()
  t.equal(other.revision(), before, 'it caches')
  await booksIn(one).insert(sampleBook())
  await one.options.set('color', 'blue')
  t.equal(other.revision(), before)
  t.equal(await booksIn(other).count(), 1, 'what is not cached is seen at once')
  const time = await timeUntil(async () => other.revision() !== before && (await colorIn(other)) === 'blue')
  t.ok(time < 900, `${time}`)
  await one.options.set('color', 'yellow')
  t.equal(
    await other.transaction(async tx => (await tx.options.all()).get('color')),
    'yellow',
    'transactions do at once',
  )
  await timeUntil(async () => (await colorIn(outside)) === 'yellow')
  const revision = outside.revision()
  await one.options.set('color', 'green')
  t.ok((await timeUntil(() => outside.revision() !== revision)) < 250, 'processes without the pooler hear of it')
})

test('a connection without the pooler listens', async t => {
  const { direct, open } = await poolerFor(t)
  const one = await open()
  const other = await open({ heartbeatInterval: 5000, listenUrl: direct })
  const revision = other.revision()
  await one.options.set('color', 'red')
  t.ok((await timeUntil(() => other.revision() !== revision)) < 1000)
})

test('sessions are left as they were', async t => {
  const { url, open } = await poolerFor(t, 3)
  const store = await open({ busyTimeout: 777, statementTimeout: 4321 })
  for (let n = 0; n < 10; n++) {
    await booksIn(store).insert(sampleBook({ code: `n${n}` }))
    await booksIn(store).find({ limit: 2, total: true })
    await store.transaction(async tx => tx.options.set('n', n))
  }
  await Promise.all(Array.from({ length: 30 }, () => booksIn(store).count()))
  const clients = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const client = new Client(url)
      await client.connect()
      return client
    }),
  )
  for (const client of clients) {
    await client.query('begin')
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle, current_setting('search_path') as path, (select count(*)::int from pg_prepared_statements) as prepared`,
    )
    t.same(rows, [{ statement: '0', lock: '0', idle: '0', path: '"$user", public', prepared: 0 }])
  }
  for (const client of clients) await client.end()
})

test('reads are limited, and writes are not', async t => {
  const { direct, schema, open } = await poolerFor(t)
  const store = await open({ statementTimeout: 500 })
  await booksIn(store).insert(sampleBook({ code: 'first' }))
  const other = new Client(direct)
  await other.connect()
  await other.query(`begin; lock table "${schema}".books in access exclusive mode`)
  const write = booksIn(store).insert(sampleBook({ code: 'second' }))
  await t.rejects(booksIn(store).find({}), { code: 'timeout' })
  await t.rejects(booksIn(store).get(1), { code: 'timeout' })
  await other.query('commit')
  await other.end()
  await write
  t.equal((await booksIn(store).find({})).records.length, 2)
})

/** The size of the pool, and other settings. */
const SMALL: Record<string, readonly [number, Record<string, string>?]> = {
  'few connections to the server': [2],
  'few connections of clients': [20, { max_client_conn: '10' }],
}

for (const [name, [poolSize, settings]] of Object.entries(SMALL)) {
  test(`${name} make many clients wait`, async t => {
    const { open } = await poolerFor(t, poolSize, settings)
    const [one, other] = [await open(), await open()]
    const clients = Array.from({ length: 40 }, async (_, at) => {
      const store = at % 2 ? one : other
      for (let n = 0; n < 5; n++) {
        await booksIn(store).insert(sampleBook({ code: `${at}-${n}` }))
        await booksIn(store).find({ total: true, limit: 1 })
      }
    })
    await Promise.all(clients)
    // Totals are cached.
    await timeUntil(async () => (await booksIn(one).count()) === 200)
    t.equal((await booksIn(one).find({})).records.length, 200)
  })
}

test('connections to the pooler that are lost silently are replaced', async t => {
  const { url, open } = await poolerFor(t)
  const proxy = await startSilentProxy(url)
  t.teardown(() => proxy.close())
  const store = await open({ url: proxy.url, busyTimeout: 2000 })
  await booksIn(store).insert(sampleBook({ code: 'first' }))
  proxy.silence()
  const from = performance.now()
  const read = booksIn(store).count()
  const write = booksIn(store).insert(sampleBook({ code: 'second' }))
  t.ok((await read) >= 1, 'a read is repeated')
  await write
  t.ok(performance.now() - from < 10_000)
  t.equal(await booksIn(store).count(), 2)
})

test('parameters of the URL that a pooler refuses', async t => {
  const { url } = await poolerFor(t)
  const options = `${url}?options=${encodeURIComponent('-c search_path=a')}`
  await t.rejects(openPostgresStore({ url: options }), { code: 'unavailable', message: /pooler.*options/ })
})
