import { setTimeout } from 'node:timers/promises'
import { openPostgresStore } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import { sampleBook, sampleSubject } from '@platen/storage/contract'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { asLibrary, booksIn, subjectsIn, whereBooks } from '../library.js'
import { newSchema, noServer } from './new-schema.js'

const reason = await noServer()
const test = (name: string, body: (t: Test) => Promise<void>) =>
  t.test(name, reason === undefined ? {} : { skip: reason }, body)

/** Opens stores in one new schema, which is dropped after the test. */
async function schemaFor(t: Test) {
  const { url, schema, drop } = await newSchema()
  const opened: Store[] = []
  t.teardown(async () => {
    for (const store of opened) await store.close()
    await drop()
  })
  const open = async (options: Partial<Parameters<typeof openPostgresStore>[0]> = {}) => {
    const store = await openPostgresStore({ url, schema, ...options })
    opened.push(store)
    return asLibrary(store)
  }
  return { url, schema, open }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Waits until something is so, which happens within milliseconds. */
async function until(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let at = 0; at < 500; at++) {
    if (await condition()) return true
    await setTimeout(10)
  }
  return false
}

test('a store describes itself', async t => {
  const { open } = await schemaFor(t)
  const store = await open()
  t.match(store.server, /^PostgreSQL \d+/)
  t.ok(Number(await store.size?.()) > 10_000)
})

test('options are checked', async t => {
  const refused = (options: object, message: RegExp) =>
    t.rejects(openPostgresStore(options as never), { name: 'RangeError', message })
  await refused({}, /"url" is missing/)
  await refused({ url: 'postgres://localhost/a', shema: 'b' }, /did you mean "schema"/)
  await refused({ url: 'postgres://localhost/a', connections: 0 }, /"connections"/)
  const { url } = await newSchema()
  await refused({ url, schema: 'does_not_exist' }, /schema .* does not exist/)
})

test('a database that cannot be reached', async t => {
  const { url } = await newSchema()
  const unavailable = { name: 'StoreError', code: 'unavailable' }
  await t.rejects(openPostgresStore({ url: 'postgres://127.0.0.1:1/site' }), unavailable)
  await t.rejects(openPostgresStore({ url: url.replace(/\/postgres(?=\?|$)/, '/missing') }), unavailable)
})

test('names of schemas may contain anything', async t => {
  const { url } = await newSchema()
  const schema = 'A "b" \\ c\'s'
  const quoted = `"${schema.replaceAll('"', '""')}"`
  await runSql(url, `drop schema if exists ${quoted} cascade; create schema ${quoted}`)
  const store = await asLibrary(await openPostgresStore({ url, schema }))
  t.teardown(() => runSql(url, `drop schema ${quoted} cascade`))
  await booksIn(store).insert(sampleBook())
  t.equal(await booksIn(store).count(), 1)
  await store.close()
  const again = await asLibrary(await openPostgresStore({ url, schema }))
  t.equal(await booksIn(again).count(), 1)
  await again.close()
})

test('stores of one schema see what the others write', async t => {
  const { open } = await schemaFor(t)
  const [one, other] = await Promise.all([open(), open()])
  const before = other.revision()
  const { id } = await booksIn(one).insert(sampleBook({ title: 'A' }))
  t.equal((await booksIn(other).get(id))?.title, 'A', 'at once')
  t.ok(await until(() => other.revision() !== before), 'the revision changes soon')
  t.equal((await booksIn(other).find({ total: true })).total, 1)
  await booksIn(one).insert(sampleBook({ code: 'b' }))
  t.equal((await booksIn(other).find({ total: true })).total, 2, 'totals are not from before')
  t.equal(await other.options.get('a'), undefined)
  await one.options.set('a', 1)
  t.ok(await until(async () => (await other.options.get('a')) === 1), 'options too')
  const seen = await other.transaction(async tx => {
    await one.options.get('a')
    return tx.options.get('a')
  })
  t.equal(seen, 1)
})

test('writes of several stores take turns', async t => {
  const { open } = await schemaFor(t)
  const stores = await Promise.all([open(), open(), open()])
  await stores[0]?.options.set('count', 0)
  const raise = (store: Store) =>
    store.transaction(async tx => {
      await tx.options.set('count', Number(await tx.options.get('count')) + 1)
    })
  await Promise.all(stores.flatMap(store => Array.from({ length: 10 }, () => raise(store))))
  t.ok(await until(async () => (await stores[1]?.options.get('count')) === 30), 'no update is lost')
})

test('a write that waits too long for another process fails', async t => {
  const { open } = await schemaFor(t)
  const one = await open()
  const other = await open({ busyTimeout: 200 })
  let unblock = () => {}
  const blocked = new Promise<void>(resolve => {
    unblock = resolve
  })
  const begun = new Promise<void>(resolve => {
    one.transaction(async () => {
      resolve()
      await blocked
    })
  })
  await begun
  await t.rejects(booksIn(other).insert(sampleBook()), { code: 'unavailable' })
  t.equal(await booksIn(other).count(), 0, 'reads do not wait')
  unblock()
  await booksIn(other).insert(sampleBook())
})

test('a read that takes too long fails', async t => {
  const { open } = await schemaFor(t)
  const store = await open({ statementTimeout: 20, idleTransactionTimeout: 60_000 })
  await booksIn(store).insertMany(
    Array.from({ length: 400 }, (_, at) => sampleBook({ code: `p${at}`, content: 'é ü '.repeat(20_000) })),
  )
  const slow = booksIn(store).find({ where: whereBooks.containsText('content', 'nowhere in it') })
  await t.rejects(slow, { code: 'timeout' })
  t.equal(await booksIn(store).count(), 400, 'others still work')
})

test('lost connections are replaced', async t => {
  const { url, open } = await schemaFor(t)
  const store = await open()
  const other = await open()
  await store.options.set('a', 1)
  t.equal((await other.options.all()).get('a'), 1)
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'platen' and pid <> pg_backend_pid()`
  await runSql(url, ended)
  const isKnown = () => {
    const revision = store.revision()
    return revision === store.revision()
  }
  t.ok(await until(() => !isKnown()), 'nothing is cached while commits are not noticed')
  t.ok(
    await until(async () => {
      try {
        await store.options.set('a', 2)
        return true
      } catch {
        return false
      }
    }),
  )
  t.equal(await store.options.get('a'), 2)
  t.ok(await until(isKnown), 'it listens again')
  t.ok(await until(async () => (await other.options.get('a')) === 2), 'and others know what was committed meanwhile')
})

test('long texts can be sorted, compared and searched', async t => {
  const { open } = await schemaFor(t)
  const store = await open()
  const noise = Array.from({ length: 5000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('')
  const titles = ['c', 'b', 'a'].map(end => `${noise}${end}`)
  for (const [at, title] of titles.entries()) await booksIn(store).insert(sampleBook({ title, code: `t${at}` }))
  const order = [{ by: 'field', field: 'title', direction: 'asc', folded: true }] as const
  const { records } = await booksIn(store).find({ order })
  t.same(
    records.map(({ title }) => title.at(-1)),
    ['a', 'b', 'c'],
  )
  t.equal(await booksIn(store).count(whereBooks.equalsText('title', titles[1] ?? '')), 1)
  t.equal(await booksIn(store).count(whereBooks.containsText('title', `${noise.slice(-9)}c`)), 1)
  const [, second] = records
  const after = second && { id: second.id, values: [second.title] }
  t.same(
    (await booksIn(store).find({ order, ...(after && { after }) })).records.map(({ title }) => title.at(-1)),
    ['c'],
  )
  await subjectsIn(store).insert(sampleSubject({ name: noise }))
})
