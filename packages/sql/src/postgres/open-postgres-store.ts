import { createHash } from 'node:crypto'
import { checks, type OptionChecks, requireOptions } from '@platen/core'
import type { Store } from '@platen/site'
import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Client, type ClientBase, type ClientConfig, Pool } from 'pg'
import { createSqlStore } from '../create-sql-store.js'
import { withPlace } from '../database-errors.js'
import type { SqlConnections } from '../dialect.js'
import type { StatementListener } from '../statement-listener.js'
import { types } from './client.js'
import { createConnections, milliseconds, quoted } from './connections.js'
import { postgresDdl, raiseIds } from './ddl.js'
import { translateError } from './errors.js'
import { postgresExpressions } from './expressions.js'
import { setUp } from './setup.js'

/** Which database a store uses, and how. */
export interface PostgresStoreOptions {
  /** The database as a URL, such as `postgres://user:password@host:5432/name?sslmode=verify-full`. */
  readonly url: string
  /** The schema of the store's tables, which must exist; by default the first of the user's search path. */
  readonly schema?: string | undefined
  /** Whether a missing store is an error; by default, its tables are created. */
  readonly mustExist?: boolean | undefined
  /** The maximum number of connections that read at the same time; 10 by default. Two more write and listen. */
  readonly connections?: number | undefined
  /** How long a write waits for others, and for a connection, in milliseconds; 5,000 by default. */
  readonly busyTimeout?: number | undefined
  /**
   * The time limit of each statement that reads, in milliseconds; 5,000 by default, `Infinity` for none. A longer read
   * fails with the code `timeout` (for clients 503 `rest_store_timeout`). Writes and transactions are not limited.
   */
  readonly statementTimeout?: number | undefined
  /** Receives every statement that reads or writes records before it runs: for logging and counting. */
  readonly onStatement?: StatementListener | undefined
}

const { callable, count, flag, positive, required, text } = checks

const storeChecks: OptionChecks<PostgresStoreOptions> = {
  url: required(text),
  schema: text,
  mustExist: flag,
  connections: positive,
  busyTimeout: count,
  statementTimeout: positive,
  onStatement: callable,
}

/**
 * Opens a store in a PostgreSQL database (15 or later, in UTF-8) and brings its tables up to date. Several processes may
 * use the same schema; a schema of its own separates a site from others. Rejects with a `StoreError` that names the
 * database: `unavailable` if it cannot be reached, or was written by a later version of this library, `not_found` if there
 * is no store in it (with `mustExist`). Rejects with a `RangeError` for unknown and invalid options.
 *
 * ```ts
 * const store = await openPostgresStore({ url: 'postgres://platen:secret@localhost/site' })
 * ```
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  requireOptions('openPostgresStore', options, storeChecks)
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
