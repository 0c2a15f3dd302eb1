import { openPostgresStore, type PostgresStoreOptions } from '@platen/sql/postgres'
import type { Store } from '@platen/storage'
import { Client } from 'pg'
import { testServer } from './server.js'

let made = 0

/** Why no PostgreSQL server can be used, if so: for tests to skip themselves. */
export async function noServer(): Promise<string | undefined> {
  const server = await testServer()
  return 'reason' in server ? server.reason : undefined
}

async function testUrl(): Promise<string> {
  const server = await testServer()
  if ('reason' in server) throw new Error(server.reason)
  return server.url
}

/** A new schema: a server that is shared by several runs keeps no tables of other ones. */
export async function newSchema(
  server?: string,
): Promise<{ readonly url: string; readonly schema: string; drop(): Promise<void> }> {
  const url = server ?? (await testUrl())
  const schema = `test_${process.pid}_${++made}`
  const run = async (sql: string) => {
    const client = new Client(url)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await run(`create schema ${schema}`)
  return { url, schema, drop: () => run(`drop schema if exists ${schema} cascade`) }
}

/** Opens a store in a new schema of a server, which is dropped when the store is closed; `url` may be that of a pooler. */
export async function openNewSchema(options: Partial<PostgresStoreOptions> = {}, server?: string): Promise<Store> {
  const { url, schema, drop } = await newSchema(server)
  const store = await openPostgresStore({
    statementTimeout: 60_000,
    idleTransactionTimeout: 60_000,
    url,
    ...options,
    schema,
  })
  return Object.freeze<Store>({
    ...store,
    async close() {
      await store.close()
      await drop()
    },
  })
}
