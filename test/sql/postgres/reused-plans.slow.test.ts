import { setTimeout } from 'node:timers/promises'
import { openPostgresStore } from '@platen/sql/postgres'
import { sampleBook } from '@platen/storage/contract'
import { Client } from 'pg'
import t from 'tap'
import { asLibrary, booksIn, whereBooks } from '../library.js'
import { newSchema, noServer } from './new-schema.js'

const BOOKS = 10_000
/** After the seventh run of a statement, PostgreSQL may reuse its plan. */
const RUNS = 10
/** How long PostgreSQL gathers what a session has read, in milliseconds. */
const GATHERED = 1100

const reason = await noServer()

t.test('plans of transactions when a table has grown', reason === undefined ? {} : { skip: reason }, async t => {
  const { url, schema, drop } = await newSchema()
  t.teardown(drop)
  // All transactions have the same session.
  const store = await asLibrary(await openPostgresStore({ url, schema, connections: 2 }))
  t.teardown(() => store.close())
  const client = new Client(url)
  await client.connect()
  t.teardown(() => client.end())
  await client.query(`set search_path to ${schema}`)
  const insert = (from: number, number: number) =>
    booksIn(store).insertMany(Array.from({ length: number }, (_, at) => sampleBook({ code: `b${from + at}` })))
  const work = () =>
    store.transaction(async tx => {
      const books = booksIn(tx)
      await books.count(whereBooks.eq('code', 'b1'))
      await books.distinct('code', whereBooks.in('code', ['b1', 'b2', 'b3']))
      await books.pick(['code'], { where: whereBooks.eq('code', 'b2') })
      const [book] = (await books.find({ where: whereBooks.eq('code', 'b3') })).records
      await books.update(book?.id ?? 0, { title: 'Changed' })
      await books.updateWhere(whereBooks.eq('code', 'b4'), { volume: 2 })
    })
  const scanned = async () => {
    await setTimeout(GATHERED)
    await work()
    await setTimeout(GATHERED)
    await work()
    const { rows } = await client.query<{ sum: string }>(
      `select sum(seq_tup_read) from pg_stat_user_tables where schemaname = $1`,
      [schema],
    )
    return Number(rows[0]?.sum)
  }

  await insert(0, 5)
  await client.query('alter table books set (autovacuum_enabled = off)')
  // Without statistics, a small table is planned for as if it were larger.
  await client.query('vacuum analyze books')
  for (let run = 0; run < RUNS; run++) await work()
  for (let from = 5; from < BOOKS; from += 500) await insert(from, 500)
  const before = await scanned()
  const after = await scanned()
  t.ok(after - before < BOOKS / 10, `${after - before} records were scanned`)
})
