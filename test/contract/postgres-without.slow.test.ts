import { openPostgresStore, type PostgresFeature } from '@platen/sql/postgres'
import { storeContract } from '@platen/storage/contract'
import { Client } from 'pg'
import t from 'tap'
import { asLibrary } from '../sql/library.js'
import { newSchema, noServer, openNewSchema } from '../sql/postgres/new-schema.js'
import { startSilentProxy } from '../sql/postgres/silent-proxy.js'
import { test } from './tap.js'

const reason = await noServer()
const without: readonly PostgresFeature[] = ['notifications', 'trigrams', 'transitions']

if (reason === undefined) {
  storeContract({ test, makeStore: () => openNewSchema({ without }) })

  const all = { triggers: true, trigrams: true, listens: true, notifies: true }
  const none = { triggers: false, trigrams: false, listens: false, notifies: false }
  for (const [lacking, expected] of [
    [[], all],
    [without, none],
  ] as const) {
    t.test(`what is used without ${lacking.join(', ')}`, async t => {
      const { url, schema, drop } = await newSchema()
      const proxy = await startSilentProxy(url)
      const used = { triggers: false, trigrams: false, listens: false, notifies: false }
      proxy.sent('listen "platen_').then(() => {
        used.listens = true
      })
      proxy.sent('pg_notify').then(() => {
        used.notifies = true
      })
      const store = await asLibrary(await openPostgresStore({ url: proxy.url, schema, without: lacking }))
      await store.options.set('a', 1)
      const client = new Client(url)
      await client.connect()
      const count = async (sql: string) => Number((await client.query(sql)).rows[0].count)
      const triggers = `pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace = '${schema}'::regnamespace`
      used.triggers = (await count(`select count(*) from ${triggers} and not tgisinternal`)) > 0
      const indexes = `pg_indexes where schemaname = '${schema}' and indexdef ilike '%using gin%'`
      used.trigrams = (await count(`select count(*) from ${indexes}`)) > 0
      t.same(used, expected)
      await client.end()
      await store.close()
      proxy.close()
      await drop()
    })
  }
} else t.test('the contract over a compatible server', { skip: reason }, async () => undefined)
