import { setTimeout } from 'node:timers/promises'
import { openPostgresStore } from '@platen/sql/postgres'
import { defineCollection, text, withDefault } from '@platen/storage'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { newSchema, noServer } from './new-schema.js'

const reason = await noServer()

const columns = { name: text() }
const before = defineCollection({ name: 'pamphlets', columns })
const after = defineCollection({
  name: 'pamphlets',
  columns: { ...columns, printer: withDefault(text(), 'none') },
  indexes: { byPrinter: { key: ['printer'] } },
})

/** How long a backup reads a table in the test, in milliseconds. */
const BACKUP = 6000

async function storesOf(t: Test) {
  const { url, schema, drop } = await newSchema()
  const open = () => openPostgresStore({ url, schema })
  const [running, upgraded] = [await open(), await open()]
  const backup = new Client(url)
  await backup.connect()
  t.teardown(async () => {
    await backup.end()
    await running.close()
    await upgraded.close()
    await drop()
  })
  await running.prepare([before])
  await running.collection(before).insert({ name: 'a' })
  return { schema, running, upgraded, backup }
}

t.test('an upgrade', reason === undefined ? {} : { skip: reason }, async t => {
  const { schema, running, upgraded, backup } = await storesOf(t)
  await backup.query(`begin; select count(*) from "${schema}".pamphlets`)
  let isPrepared = false
  const prepared = upgraded.prepare([after]).then(() => {
    isPrepared = true
  })
  const until = performance.now() + BACKUP
  const times: number[] = []
  while (performance.now() < until) {
    const from = performance.now()
    await Promise.all([
      running.collection(before).find({ limit: 1 }),
      running.collection(before).insert({ name: 'b' }),
      running.options.set('a', from),
    ])
    times.push(performance.now() - from)
    await setTimeout(20)
  }
  t.notOk(isPrepared, 'it waits for a backup')
  t.ok(times.length > 20, `${times.length}`)
  t.ok(Math.max(...times) < 3000, `requests do not wait as long: ${Math.max(...times)}`)
  await backup.query('commit')
  await prepared
  t.equal((await upgraded.collection(after).get(1))?.printer, 'none')
  t.equal(await upgraded.collection(after).count(), times.length + 1)
})

t.test('a schema that counts commits as before', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const first = await openPostgresStore({ url, schema })
  await first.options.set('a', 1)
  await first.close()
  const client = new Client(url)
  await client.connect()
  await client.query(
    `alter table "${schema}".platen_commits drop column changed, add column options bigint not null default 1`,
  )
  await client.end()
  const store = await openPostgresStore({ url, schema })
  t.teardown(() => store.close().then(drop))
  t.equal(await store.options.get('a'), 1)
  const before = store.revision(['options'])
  await store.options.set('a', 2)
  t.ok(store.revision(['options']) > before)
  t.equal(store.revision(['pamphlets']) > before, false)
})

t.test('functions that sessions plan for each call', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  const client = new Client(url)
  await client.connect()
  t.teardown(() => client.end().then(drop))
  const open = async () => (await openPostgresStore({ url, schema })).close()
  const functions = `from pg_proc where pronamespace = '"${schema}"'::regnamespace and proname like 'platen%'`
  await open()
  const { rows } = await client.query(`select oid::regprocedure::text as name ${functions}`)
  t.ok(rows.length > 2)
  for (const { name } of rows) await client.query(`alter function ${name} reset all`)
  await open()
  const expected = `current_setting('server_version_num')::int >= 180000`
  const wrong = await client.query(`select proname ${functions} and (proconfig is not null) <> (${expected})`)
  t.same(wrong.rows, [])
})
