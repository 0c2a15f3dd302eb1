import { setTimeout } from 'node:timers/promises'
import { openPostgresStore, type PostgresStoreOptions } from '@platen/sql/postgres'
import { sampleBook, sampleNote } from '@platen/storage/contract'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { asLibrary, booksIn, notesIn, whereBooks } from '../library.js'
import { newSchema } from './new-schema.js'
import { startSilentProxy } from './silent-proxy.js'
import { NO_BINARIES, type Pair, startPair } from './standby.js'

const SNAPSHOT = 'isolation level repeatable read'

/** A store with a replica behind a proxy, and one without. */
async function storesOf(t: Test, pair: Pair, options: Partial<PostgresStoreOptions> = {}) {
  const { primary, standby } = pair
  const { schema } = await newSchema(primary.url)
  const proxy = await startSilentProxy(standby.url)
  const common = { url: primary.url, schema }
  const direct = await asLibrary(await openPostgresStore(common))
  const store = await asLibrary(await openPostgresStore({ ...common, replicas: [proxy.url], ...options }))
  t.teardown(async () => {
    await store.close()
    await direct.close()
    proxy.close()
  })
  const books = booksIn(store)
  await books.insert(sampleBook({ code: 'first' }))
  /** The number of reads that were sent to the replica while some work was done. */
  const readsDuring = async (work: () => Promise<unknown>) => {
    const before = proxy.timesSent(SNAPSHOT)
    await work()
    return proxy.timesSent(SNAPSHOT) - before
  }
  /** Waits until reads are sent to the replica. */
  const untilUsed = async () => {
    const until = performance.now() + 20_000
    while ((await readsDuring(() => books.count())) === 0) {
      if (performance.now() > until) throw new Error('The replica is not used.')
      await setTimeout(20)
    }
    await pair.caughtUp()
    await setTimeout(1000)
  }
  return { schema, proxy, store, direct, books, readsDuring, untilUsed }
}

const pair = await startPair()

if (pair === undefined) t.test('replicas', { skip: NO_BINARIES }, async () => undefined)
else testWith(pair)

function testWith(pair: Pair) {
  const { primary, standby } = pair

  t.test('reads outside of transactions are sent to replicas', async t => {
    const { store, direct, books, readsDuring, untilUsed } = await storesOf(t, pair)
    await untilUsed()
    const reads = [
      () => books.get(1),
      () => books.find({ limit: 10 }),
      () => books.find({ limit: 10, total: true, with: ['notes'] }),
      () => books.count(),
      () => books.first({ where: whereBooks.eq('code', 'first') }),
      () => books.distinct('code', whereBooks.ne('code', '')),
      () => store.options.get('a'),
    ]
    for (const read of reads) t.equal(await readsDuring(read), 1, `${read}`)
    t.equal((await books.get(1))?.code, 'first')
    const written = await readsDuring(() =>
      store.transaction(async tx => {
        await booksIn(tx).count()
        await booksIn(tx).insert(sampleBook({ code: 'second' }))
        await booksIn(tx).get(1)
      }),
    )
    t.equal(written, 0, 'transactions read from the primary')
    t.equal(await books.count(), 2)
    await direct.options.set('a', 1)
    while ((await store.options.get('a')) !== 1) await setTimeout(5)
  })

  t.test('a replica that lacks commits is not used until it has them', async t => {
    const { direct, books, readsDuring, untilUsed } = await storesOf(t, pair)
    await untilUsed()
    t.teardown(() => standby.run('select pg_wal_replay_resume()'))
    await standby.run('select pg_wal_replay_pause()')
    for (let n = 0; n < 5; n++) {
      const { id } = await books.insert(sampleBook({ code: `n${n}` }))
      t.equal((await books.get(id))?.code, `n${n}`, 'a process reads what it wrote')
      t.equal((await books.find({ total: true, limit: 1 })).total, n + 2)
    }
    await direct.transaction(tx => booksIn(tx).insert(sampleBook({ code: 'other' })))
    await setTimeout(500)
    t.equal(await books.count(), 7, 'and what others wrote')
    const tries = await readsDuring(async () => {
      for (let n = 0; n < 300; n++) {
        t.equal(await books.count(), 7)
        await setTimeout(5)
      }
    })
    t.ok(tries < 15, `it is tried ${tries} times`)
    await standby.run('select pg_wal_replay_resume()')
    await untilUsed()
    t.equal(await readsDuring(() => books.count()), 1)
    t.equal(await books.count(), 7)
  })

  t.test('a replica that lacks commits to other collections is used', async t => {
    const { store, direct, books, readsDuring, untilUsed } = await storesOf(t, pair)
    const notes = notesIn(store)
    await notes.insert(sampleNote({ object: 1, key: 'first' }))
    await untilUsed()
    t.teardown(() => standby.run('select pg_wal_replay_resume()'))
    await standby.run('select pg_wal_replay_pause()')
    const reads = [
      () => books.get(1),
      () => books.count(),
      () => books.find({ limit: 10, total: true }),
      () => books.related([1], ['subjects']),
      () => store.options.get('a'),
    ]
    for (let n = 1; n <= 20; n++) {
      await notes.insert(sampleNote({ object: 1, key: `n${n}` }))
      t.equal(await notes.count(), n + 1, 'those that it lacks are read from the primary')
      t.equal((await books.related([1], ['notes'])).notes.get(1)?.length, n + 1, 'also as related records')
      for (const read of reads) t.equal(await readsDuring(read), 1, `${read}`)
    }
    await notesIn(direct).insert(sampleNote({ object: 1, key: 'other' }))
    while ((await notes.count()) !== 22) await setTimeout(5)
    t.equal(await readsDuring(() => books.count()), 1, 'whoever has written them')
    await store.transaction(tx => booksIn(tx).insert(sampleBook({ code: 'second' })))
    t.equal(await books.count(), 2)
    t.equal((await books.find({ limit: 10, total: true })).total, 2)
  })

  t.test('a replica that does not respond', async t => {
    const { proxy, store, books, readsDuring, untilUsed } = await storesOf(t, pair, { heartbeatInterval: 200 })
    await untilUsed()
    proxy.silenceAll(true)
    const from = performance.now()
    const counts = await Promise.all(Array.from({ length: 40 }, () => books.count()))
    t.same(new Set(counts), new Set([1]))
    const time = performance.now() - from
    t.ok(time < 10_000, `reads are repeated at the primary: ${time}`)
    const later = performance.now()
    for (let n = 0; n < 50; n++) await books.count()
    t.ok(performance.now() - later < 8000, 'later ones do not wait')
    proxy.silenceAll(false)
    await untilUsed()
    t.equal(await readsDuring(() => books.count()), 1, 'it is used again')
    proxy.silenceAll(true)
    const open = books.count()
    await store.close()
    t.ok(performance.now() - later < 40_000, 'the store closes')
    await open.catch(() => undefined)
  })

  t.test('a replica that closes its connections, and one that there never was', async t => {
    const replicas = ['postgres://platen@127.0.0.1:1/postgres', 'no URL']
    const { books, readsDuring } = await storesOf(t, pair, { replicas })
    t.equal(await readsDuring(() => books.count()), 0)
    const other = await storesOf(t, pair)
    await other.untilUsed()
    for (let n = 0; n < 5; n++) {
      await standby.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'platen' and pid <> pg_backend_pid()",
      )
      t.same(await Promise.all(Array.from({ length: 5 }, () => other.books.count())), [1, 1, 1, 1, 1])
    }
    await other.untilUsed()
  })

  t.test('reads that replication cancels are repeated at the primary', async t => {
    const { schema, books, untilUsed } = await storesOf(t, pair)
    await untilUsed()
    t.teardown(() => standby.run('select pg_wal_replay_resume()'))
    await standby.run('alter system set max_standby_streaming_delay = 0')
    await standby.run('select pg_reload_conf()')
    const until = performance.now() + 3000
    const readers = Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        t.equal((await books.find({ total: true, with: ['notes'], limit: 1 })).total, 1)
      }
    })
    // Its lock is replicated, and whoever reads the table there is in the way.
    while (performance.now() < until) {
      await primary.run(`begin; lock table ${schema}.books in access exclusive mode; commit`)
      await setTimeout(20)
    }
    await Promise.all(readers)
    t.not(await standby.run('select sum(confl_lock) from pg_stat_database_conflicts'), '0')
    await untilUsed()

    const other = new Client(primary.url)
    await other.connect()
    await other.query(`begin; lock table ${schema}.books in access exclusive mode`)
    await primary.run('select pg_switch_wal()')
    await pair.caughtUp()
    await standby.run('select pg_wal_replay_pause()')
    await other.query('commit')
    await other.end()
    const from = performance.now()
    for (let n = 0; n < 50; n++) t.equal(await books.count(), 1)
    t.ok(performance.now() - from < 8000, 'a table that stays locked at the replica')
  })

  t.test('a server that has other commits by the same numbers is not used', async t => {
    const pair = await startPair()
    if (pair === undefined) return
    const { primary, standby } = pair
    const proxy = await startSilentProxy(primary.url)
    t.teardown(() => proxy.close())
    await primary.run('create schema garden')
    // The first server is its own replica, which is left behind when the other one takes over.
    const replica = await startSilentProxy(primary.url)
    t.teardown(() => replica.close())
    const open = { url: proxy.url, replicas: [replica.url], schema: 'garden', heartbeatInterval: 200 }
    const store = await asLibrary(await openPostgresStore(open))
    t.teardown(() => store.close())
    const books = booksIn(store)
    await books.insert(sampleBook({ code: 'both' }))
    await pair.caughtUp()
    await standby.run("alter system set primary_conninfo = ''")
    await standby.run('select pg_reload_conf()')
    while ((await primary.run('select count(*) from pg_stat_replication')) !== '0') await setTimeout(20)
    for (const code of ['lost 1', 'lost 2']) await books.insert(sampleBook({ code }))
    t.equal(await books.count(), 3)
    t.ok(replica.timesSent(SNAPSHOT) > 0)
    await standby.run('select pg_promote()')
    proxy.moveTo(standby.url)
    while ((await books.count().catch(() => undefined)) !== 1) await setTimeout(20)
    const codes = async () => (await books.find({})).records.map(({ code }) => code)
    const tried = replica.timesSent(SNAPSHOT)
    for (let n = 1; n <= 4; n++) {
      await books.insert(sampleBook({ code: `new ${n}` }))
      const expected = ['both', ...Array.from({ length: n }, (_, at) => `new ${at + 1}`)]
      for (let reads = 0; reads < 10; reads++) {
        t.same(await codes(), expected)
        await setTimeout(150)
      }
    }
    t.ok(replica.timesSent(SNAPSHOT) > tried, 'it was tried')
    primary.kill()
    for (let reads = 0; reads < 20; reads++) t.equal((await codes()).length, 5, 'nor when it is gone')
  })
}
