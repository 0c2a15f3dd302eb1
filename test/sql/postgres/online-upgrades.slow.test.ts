import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fold, type PrepareProgress, type Store } from '@platen/storage'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import type { Served } from './leaflet-process.js'
import { after, before, leaflet, openLeaflets } from './leaflets.js'
import { newSchema, noServer } from './new-schema.js'

t.setTimeout(280_000)

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
  const open = async () => {
    const store = await openLeaflets(url, schema)
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
  return { schema, open, run, start }
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
  t.same(await run(`select * from "${schema}".fillings`), [])
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
