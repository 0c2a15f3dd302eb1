import { createHash } from 'node:crypto'
import type { Store } from '@platen/storage'
import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Client, type ClientBase, type ClientConfig, Pool } from 'pg'
import { createSqlStore } from '../create-sql-store.js'
import { withPlace } from '../database-errors.js'
import type { SqlConnections } from '../dialect.js'
import { types } from './client.js'
import { createConnections, milliseconds, quoted } from './connections.js'
import { postgresCounting } from './counting.js'
import { postgresDdl, raiseIds } from './ddl.js'
import { translateError } from './errors.js'
import { postgresExpressions } from './expressions.js'
import { setUp } from './setup.js'
import type { PostgresStoreOptions } from './store-options.js'

/** Opens a store in a database with valid options. This module requires the driver. */
export async function openDatabase(options: PostgresStoreOptions): Promise<Store> {
  const {
    url,
    schema,
    mustExist = false,
    connections = 10,
    busyTimeout = 5000,
    statementTimeout = 5000,
    onStatement,
  } = options
  const config: ClientConfig = {
    connectionString: url,
    types,
    application_name: 'platen',
    connectionTimeoutMillis: busyTimeout,
    keepAlive: true,
  }
  const place = placeOf(config)
  // The URL may contain other settings.
  const onConnect = async (client: ClientBase) => {
    if (schema !== undefined) await client.query(`set search_path to ${quoted(schema)}`)
  }
  const readers = new Pool({
    ...config,
    onConnect,
    max: connections,
    statement_timeout: milliseconds(statementTimeout),
  })
  const writer = new Pool({ ...config, onConnect, max: 1 })
  for (const pool of [readers, writer]) {
    // Connections that fail while they are idle are replaced.
    pool.on('error', () => undefined)
    // Statements report the failures of others.
    pool.on('connect', client => client.on('error', () => undefined))
  }
  let opened: SqlConnections | undefined
  try {
    const { server, schema: current, trigrams } = await setUp(writer, mustExist)
    const channel = `platen_${createHash('sha256').update(current).digest('hex').slice(0, 32)}`
    const site = { channel, schema: current, server }
    opened = await createConnections({ readers, writer, config, ...site, place, busyTimeout, onStatement })
    return await createSqlStore({
      dialect: {
        capabilities: { valuesPerInsert: 2000, raiseIds, listParameters: 8, matchesGathered: 2000 },
        expressions: postgresExpressions,
        search: undefined,
        counting: postgresCounting,
        ddl: postgresDdl(trigrams),
        compiler: {
          createAdapter: () => new PostgresAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: db => new PostgresIntrospector(db),
          createQueryCompiler: () => new PostgresQueryCompiler(),
        },
        connections: opened,
      },
    })
  } catch (error) {
    await (opened?.close() ?? Promise.allSettled([readers.end(), writer.end()]))
    throw error instanceof RangeError ? error : withPlace(translateError(error, place), place)
  }
}

/** The database that the URL and the environment select, without the password. */
function placeOf(config: ClientConfig): string {
  try {
    const { host, port, database } = new Client(config)
    return `postgres://${host}:${port}/${database}`
  } catch {
    return 'PostgreSQL'
  }
}
