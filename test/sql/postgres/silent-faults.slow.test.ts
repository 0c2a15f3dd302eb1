import { setTimeout } from 'node:timers/promises'
import { openPostgresStore, type PostgresStoreOptions } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import { sampleBook } from '@platen/storage/contract'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { asLibrary, booksIn } from '../library.js'
import { newSchema, noServer } from './new-schema.js'
import { startSilentProxy } from './silent-proxy.js'

const reason = await noServer()
const test = (name: string, body: (t: Test) => Promise<void>) =>
  t.test(name, reason === undefined ? {} : { skip: reason }, body)

/** How long anything may take after a fault, in milliseconds. */
const LIMIT = 10_000

/** Resolves with how long some work takes, in milliseconds. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work
  return performance.now() - from
}

/** Repeats some work until it succeeds. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== 'unavailable') throw error
      await setTimeout(100)
    }
  }
}

/** A store behind a proxy, and another one with its own way to the same schema. */
async function storesOf(t: Test, options: Partial<PostgresStoreOptions> = {}) {
  const { url, schema, drop } = await newSchema()
  const proxy = await startSilentProxy(url)
  const open = async (url: string) => asLibrary(await openPostgresStore({ url, schema, ...options }))
  const direct = await open(url)
  const store = await open(proxy.url)
  t.teardown(async () => {
    await store.close()
    await direct.close()
    proxy.close()
    await drop()
  })
  await booksIn(store).insert(sampleBook({ code: 'first' }))
  // Several connections are free then.
  await Promise.all(Array.from({ length: 5 }, () => booksIn(store).count()))
  return { url, schema, proxy, store, direct }
}

/** Whether the revision stays while nothing is written. */
function isCaching(store: Store): boolean {
  const revision = store.revision()
  return revision === store.revision()
}

test('connections that were lost silently are replaced', async t => {
  const { proxy, store, direct } = await storesOf(t)
  proxy.silence()
  const reads = Promise.all(Array.from({ length: 12 }, () => booksIn(store).count()))
  const write = booksIn(store).insert(sampleBook({ code: 'second' }))
  t.ok((await timeOf(reads)) < LIMIT, 'reads are repeated')
  t.ok((await timeOf(write)) < LIMIT, 'a write that has not begun too')
  t.equal(await booksIn(direct).count(), 2)
  while (!isCaching(store)) await setTimeout(50)
})

test('connections that the server closes are replaced without an error', async t => {
  const { url, store } = await storesOf(t)
  const admin = new Client(url)
  await admin.connect()
  for (let n = 0; n < 5; n++) {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'platen' and pid <> pg_backend_pid()",
    )
    const reads = Promise.all(Array.from({ length: 5 }, () => booksIn(store).count()))
    await booksIn(store).insert(sampleBook({ code: `n${n}` }))
    await reads
  }
  await admin.end()
  t.equal(await booksIn(store).count(), 6)
})

test('a write whose connection is lost silently fails, and others can write', async t => {
  const { proxy, store, direct } = await storesOf(t)
  const lost = store.transaction(async tx => {
    await booksIn(tx).insert(sampleBook({ code: 'lost' }))
    proxy.silence()
    await booksIn(tx).insert(sampleBook({ code: 'also lost' }))
  })
  const failed = timeOf(t.rejects(lost, { name: 'StoreError', code: 'unavailable' }))
  await setTimeout(500)
  const others = [direct, store].map(each => timeOf(untilDone(() => each.options.set('a', 1))))
  for (const time of await Promise.all([failed, ...others])) t.ok(time < LIMIT, `${time}`)
  t.equal(await booksIn(store).count(), 1)
})

test('statements that take long are not taken for lost ones', async t => {
  const { url, schema, store } = await storesOf(t, { heartbeatInterval: 200, idleTransactionTimeout: 60_000 })
  const other = new Client(url)
  await other.connect()
  // Statements on the table wait for this transaction.
  await other.query(`begin; lock table ${schema}.books in access exclusive mode`)
  const read = booksIn(store).count()
  const write = booksIn(store).insert(sampleBook({ code: 'second' }))
  await setTimeout(3000)
  await other.query('commit')
  await other.end()
  t.ok((await read) >= 1)
  await write
})

test('a server that cannot be reached', async t => {
  const { proxy, store } = await storesOf(t)
  proxy.silenceAll(true)
  const calls = [() => booksIn(store).count(), () => store.options.set('a', 1), () => store.options.get('a')]
  const unavailable = { name: 'StoreError', code: 'unavailable' }
  const times = calls.map(call => timeOf(t.rejects(call(), unavailable)))
  for (const time of await Promise.all(times)) t.ok(time < 2 * LIMIT, `${time}`)
  t.notOk(isCaching(store))
  proxy.silenceAll(false)
  t.ok((await timeOf(untilDone(() => store.options.set('a', 2)))) < LIMIT, 'it is used again')
  proxy.silenceAll(true)
  const open = booksIn(store)
    .count()
    .catch(() => undefined)
  t.ok((await timeOf(store.close())) < LIMIT, 'it closes')
  await open
})

test('nothing is cached while the listening connection is lost silently', async t => {
  const { proxy, store, direct } = await storesOf(t)
  const color = async () => (await store.options.all()).get('color')
  await direct.options.set('color', 'red')
  while ((await color()) !== 'red') await setTimeout(20)
  const before = store.revision()
  proxy.silence('listen "platen_')
  await direct.options.set('color', 'blue')
  const noticed = async () => {
    while (store.revision() === before) await setTimeout(20)
    t.equal(await color(), 'blue')
  }
  t.ok((await timeOf(noticed())) < LIMIT / 2)
  while (!isCaching(store)) await setTimeout(50)
  t.not(store.revision(), before)
  const after = store.revision()
  await direct.options.set('color', 'green')
  while (!isCaching(store) || store.revision() === after) await setTimeout(20)
  t.equal(await color(), 'green', 'it listens again')
})

test('a paused transaction is rolled back', async t => {
  const { store, direct } = await storesOf(t, { idleTransactionTimeout: 500 })
  let resume = () => {}
  const paused = new Promise<void>(resolve => {
    resume = resolve
  })
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const rejected = t.rejects(
    store.transaction(async tx => {
      await tx.options.set('a', 'paused')
      begin()
      await paused
      await tx.options.set('b', 1)
    }),
    { name: 'StoreError', code: 'unavailable' },
  )
  await begun
  t.ok((await timeOf(direct.options.set('a', 'written'))) < LIMIT)
  resume()
  await rejected
  t.equal(await store.options.get('a'), 'written')
  await store.options.set('a', 'again')
})

test('stores wait for connections that the server refuses', async t => {
  const { url, schema } = await storesOf(t)
  const role = `${schema}_limited`
  const admin = new Client(url)
  await admin.connect()
  await admin.query(`create role ${role} login connection limit 10`)
  t.teardown(async () => {
    await admin.query(`drop owned by ${role}; drop role ${role}`)
    await admin.end()
  })
  await admin.query(`grant all on schema ${schema} to ${role}; grant all on all tables in schema ${schema} to ${role}`)
  const limited = new URL(url)
  limited.username = role
  const open = async () => asLibrary(await openPostgresStore({ url: limited.href, schema, busyTimeout: 30_000 }))
  const stores = [await open(), await open()]
  const clients = Array.from({ length: 32 }, async (_, at) => {
    const store = stores[at % 2] as Store
    for (let n = 0; n < 10; n++) {
      await booksIn(store).count()
      await booksIn(store).find({ total: true, limit: 1 })
      if (n % 5 === 0) await store.options.set(`client-${at}`, n)
    }
  })
  t.ok((await timeOf(Promise.all(clients))) < 6 * LIMIT, 'no call fails')
  for (const store of stores) await store.close()
})
