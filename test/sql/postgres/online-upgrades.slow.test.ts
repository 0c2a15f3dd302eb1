import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PostgresStoreOptions } from '@platen/sql/postgres'
import { fold, type PrepareProgress, type Store } from '@platen/storage'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import type { Served } from './leaflet-process.js'
import { after, before, leaflet, openLeaflets } from './leaflets.js'
import { newSchema, noServer } from './new-schema.js'
import { noPooler, startPooler } from './pgbouncer.js'

t.setTimeout(580_000)

const reason = await noServer()
const skip = reason === undefined ? {} : { skip: reason }
const program = fileURLToPath(new URL('./leaflet-process.js', import.meta.url))
const ROWS = 50_000
/** How long a read or a write may take while another process upgrades, in milliseconds. */
const LIMIT = 2000

/** A filled site of the version before. */
async function filled(t: Test, rows: number) {
  const { url, schema, drop } = await newSchema()
  const stores: Store[] = []
  const open = async (options?: Partial<PostgresStoreOptions>) => {
    const store = await openLeaflets(url, schema, options)
    stores.push(store)
    return store
  }
  const client = new Client(url)
  await client.connect()
  t.teardown(async () => {
    await client.end()
    await Promise.all(stores.map(store => store.close()))
    await drop()
  })
  const store = await open()
  await store.prepare([before])
  await store.transaction(
    async tx => {
      for (let from = 0; from < rows; from += 5000)
        await tx.collection(before).insertMany(Array.from({ length: 5000 }, (_, at) => leaflet(from + at)))
    },
    { bulk: true },
  )
  const run = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows
  const start = (version: 'before' | 'after') => fork(program, [url, schema, version])
  return { url, schema, open, run, start }
}

/** The rows whose folded texts are not those of their texts. */
async function misfolded(run: (sql: string) => Promise<unknown[][]>, schema: string): Promise<readonly unknown[]> {
  const rows = await run(`select title, title_folded, place, place_folded, printer_folded from "${schema}".leaflets`)
  return rows
    .map(row => row.map(cell => (cell === null ? null : String(cell))))
    .filter(
      ([title, titleFolded, place, placeFolded, printer]) =>
        fold(title ?? '') !== titleFolded || (place == null ? null : fold(place)) !== placeFolded || printer !== 'a',
    )
}

const indexesOf = (schema: string) =>
  `select relname::text, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = '"${schema}".leaflets'::regclass and relname not like '%pkey' order by relname`

const UPGRADED = [
  ['leaflets_by_shelf', true],
  ['leaflets_by_title', true],
  ['leaflets_code', true],
]

async function ended(child: ChildProcess): Promise<Served> {
  child.send('end')
  const [served] = await once(child, 'message')
  return served as Served
}

t.test('a process serves while another one upgrades', skip, async t => {
  const { schema, open, run, start } = await filled(t, ROWS)
  const serving = start('before')
  await once(serving, 'message')
  const progress: PrepareProgress[] = []
  const upgraded = await open()
  const from = performance.now()
  await upgraded.prepare([after], { onProgress: one => progress.push(one) })
  const took = performance.now() - from
  t.match(await run(indexesOf(schema)), UPGRADED, 'indexes are replaced, and the declared ones are valid')
  // The process of the version before goes on.
  await setTimeout(500)
  const served = await ended(serving)
  t.comment(`${Math.round(took)} ms`, served)
  t.same(served.errors, [])
  t.ok(served.longest < LIMIT, `nothing waits for ${LIMIT} ms: ${served.longest}`)
  t.ok(served.inserted > 50 && served.updated > 50, 'it writes')
  t.same(await misfolded(run, schema), [], 'what it writes is folded')
  const { where } = after
  t.equal(await upgraded.collection(after).count(where.equalsText('place', 'garten 7')), await places(run, schema))
  t.equal((await upgraded.collection(after).insert({ ...leaflet(9_999_999) })).printer, 'Ä')
  await t.rejects(upgraded.collection(after).insert(leaflet(1)), { code: 'conflict', field: 'code' })
  const records = progress.filter(({ step }) => step === 'records')
  t.ok(records.length >= ROWS / 500, 'texts are folded in batches')
  t.match(progress.at(-1), { collection: 'leaflets', step: 'indexes', done: 3, total: 3 })
  t.same(await run(`select * from "${schema}".platen_fillings`), [])
})

const places = async (run: (sql: string) => Promise<unknown[][]>, schema: string) =>
  Number((await run(`select count(*) from "${schema}".leaflets where place = 'Gärten 7'`))[0]?.[0])

t.test('an upgrade that is killed', skip, async t => {
  const { schema, open, run, start } = await filled(t, 10_000)
  const killed = start('after')
  let reached = 0
  killed.on('message', ({ step, done }: PrepareProgress) => {
    reached = done
    if (step === 'records' && done > 2000) killed.kill('SIGKILL')
  })
  await once(killed, 'exit')
  t.ok(reached > 2000 && reached < 10_000, `${reached}`)
  const progress: PrepareProgress[] = []
  const store = await open()
  await store.prepare([after], { onProgress: one => progress.push(one) })
  t.ok((progress[0]?.done ?? 0) > 2000, `it continues: ${progress[0]?.done}`)
  t.same(await misfolded(run, schema), [])
  t.match(await run(indexesOf(schema)), UPGRADED)
})

t.test('several processes upgrade', skip, async t => {
  const { schema, open, run } = await filled(t, 5000)
  const stores = await Promise.all([open(), open(), open()])
  await Promise.all(stores.map(store => store.prepare([after])))
  t.same(await misfolded(run, schema), [])
  t.match(await run(indexesOf(schema)), UPGRADED)
  t.equal((await stores[2]?.collection(after).insert(leaflet(5001)))?.version, 1)
})

t.test('an index that cannot be built', skip, async t => {
  const { schema, open, run } = await filled(t, 5000)
  const old = await open()
  await old.prepare([before])
  const { id } = await old.collection(before).insert(leaflet(1))
  const store = await open()
  await t.rejects(store.prepare([after]), { code: 'conflict', field: 'code' })
  const names = (await run(indexesOf(schema))).filter(([, isValid]) => isValid !== true)
  t.same(names, [], 'nothing invalid is left')
  t.match((await old.collection(before).find({ where: before.where.eq('shelf', 1), limit: 1 })).records, [{ id: 2 }])
  await old.collection(before).remove(id)
  await store.prepare([after])
  t.match(await run(indexesOf(schema)), UPGRADED)
})

t.test('an index whose build is interrupted', skip, async t => {
  const { url, schema, open, run } = await filled(t, 5000)
  const writer = new Client(url)
  await writer.connect()
  const store = await open()
  let blocked: Promise<unknown> | undefined
  const upgrade = store.prepare([after], {
    onProgress() {
      blocked ??= writer.query(`begin; update "${schema}".leaflets set shelf = 1 where id = 1`)
    },
  })
  const builders = `pg_stat_activity where state = 'active' and query like 'create%index concurrently%"${schema}"%'`
  while ((await run(`select 1 from ${builders} and wait_event_type = 'Lock'`)).length === 0) await setTimeout(20)
  t.equal((await run(indexesOf(schema))).filter(([, isValid]) => isValid === false).length, 1)
  await run(`select pg_terminate_backend(pid) from ${builders}`)
  await blocked
  await writer.query('commit')
  await writer.end()
  await upgrade
  t.match(await run(indexesOf(schema)), UPGRADED)
})

t.test('a server without concurrent indexes', skip, async t => {
  const { schema, open, run } = await filled(t, 5000)
  const store = await open({ without: ['concurrent-indexes'] })
  await store.prepare([after])
  t.same(await misfolded(run, schema), [])
  t.match(await run(indexesOf(schema)), UPGRADED)
})

const noBouncer = await noPooler()

t.test('an upgrade through a pooler', noBouncer === undefined ? {} : { skip: noBouncer }, async t => {
  const { url: direct, schema, open, run } = await filled(t, 5000)
  const { url, stop } = await startPooler(direct)
  t.teardown(stop)
  await (await open({ url })).prepare([after])
  t.same(await misfolded(run, schema), [])
  t.match(await run(indexesOf(schema)), UPGRADED)
})

t.test('texts that another version has folded', skip, async t => {
  const { schema, open, run } = await filled(t, 5000)
  await (await open()).prepare([after])
  await run(`set search_path = "${schema}"`)
  await run(`update leaflets set title_folded = 'x' where id % 2 = 0`)
  await run(`update leaflet_texts set title = 'x' where id % 3 = 0`)
  await run(
    `update collections set created = regexp_replace(created, '"folds":[{][^}]*[}]', '"folds":{"title":1}') where name = 'leaflets'`,
  )
  const progress: PrepareProgress[] = []
  await (await open()).prepare([after], { onProgress: one => progress.push(one) })
  t.same(await misfolded(run, schema), [])
  const texts = await run('select title_folded, leaflet_texts.title from leaflets left join leaflet_texts using (id)')
  t.same(
    texts.filter(([folded, searched]) => folded !== searched),
    [],
  )
  t.ok(progress.length > 5)
})

t.test('an upgrade, the version before, and the upgrade again', skip, async t => {
  const { schema, open, run } = await filled(t, 5000)
  for (const version of [after, before, after]) {
    const store = await open()
    await store.prepare([version])
    await run(`update "${schema}".leaflets set title = 'Äpfel ' || id, old = 'Öl' where shelf = 1`)
  }
  t.same(await misfolded(run, schema), [])
  t.match(await run(indexesOf(schema)), UPGRADED)
  const store = await open()
  await store.prepare([before])
  t.equal(await store.collection(before).count(before.where.equalsText('old', 'ol')), 5, 'left texts are folded again')
})

t.test('a store that is closed while it upgrades', skip, async t => {
  const { schema, open, run } = await filled(t, 5000)
  const store = await open()
  let closing: Promise<void> | undefined
  const from = performance.now()
  await t.rejects(
    store.prepare([after], {
      onProgress() {
        closing ??= store.close()
      },
    }),
    { code: 'unavailable' },
  )
  await closing
  t.ok(performance.now() - from < 10_000)
  await (await open()).prepare([after])
  t.same(await misfolded(run, schema), [])
})

const ADVISORY_LOCKS = `select (classid::bigint << 32 | objid::bigint)::text from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted and objsubid = 1`

for (const concurrent of [true, false])
  t.test(`a transaction that deadlocks at its beginning, ${concurrent ? 'beside others' : 'alone'}`, skip, async t => {
    const { url, schema, open, run } = await filled(t, 100)
    const store = await open()
    await store.prepare([before])
    const connect = async () => {
      const client = new Client(url)
      await client.connect()
      t.teardown(() => client.end())
      // The store is the first one that looks for a deadlock.
      await client.query(`set deadlock_timeout = '20s'`)
      return client
    }
    const [upgrading, building] = [await connect(), await connect()]
    const waiting = async (count: number) => {
      const sql = `select count(*)::int from pg_locks where not granted and (locktype = 'advisory' or locktype = 'virtualxid' or relation = '"${schema}".leaflets'::regclass)`
      while (((await run(sql))[0]?.[0] as number) < count) await setTimeout(10)
    }
    const others = (await run(ADVISORY_LOCKS)).flat()
    const [key] = await store.transaction(async () =>
      (await run(ADVISORY_LOCKS)).flat().filter(each => !others.includes(each)),
    )

    await upgrading.query(`begin; select pg_advisory_xact_lock(${key})`)
    const written = store.transaction(tx => tx.collection(before).insert(leaflet(101)), { concurrent })
    await waiting(1)
    const built = building.query(`create index concurrently built_beside on "${schema}".leaflets (place)`)
    await waiting(2)
    await upgrading.query(`lock table "${schema}".leaflets in access exclusive mode`)
    await built
    await upgrading.query('commit')
    t.equal((await written).version, 1)
  })
