import { createHash } from 'node:crypto'
import type { Store } from '@platen/storage'
import { DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import { createSqlStore } from '../create-sql-store.js'
import { withPlace } from '../database-errors.js'
import type { SqlConnections } from '../dialect.js'
import { types } from './client.js'
import { createConnections, milliseconds } from './connections.js'
import { postgresCounting } from './counting.js'
import { analyzed, postgresDdl, quoted, raiseIds } from './ddl.js'
import { connectionUrls } from './encryption.js'
import { translateError } from './errors.js'
import { postgresExpressions } from './expressions.js'
import { onlineDdl } from './online-ddl.js'
import { openConnection } from './open-connection.js'
import { createPool } from './pool.js'
import type { ReplicaConnections } from './replicas.js'
import { setUp } from './setup.js'
import type { PostgresStoreOptions } from './store-options.js'

/** How long a connection may be silent before the system checks whether the server is still there, in milliseconds. */
const KEEP_ALIVE_DELAY = 5000
/** How long a connection may take if writes do not wait at all, in milliseconds. */
const CONNECT_TIMEOUT = 5000
/** How long a read waits for a replica before it is sent to the primary, in milliseconds. */
const REPLICA_WAIT = 500

/** Opens a store in a database with valid options. This module requires the driver. */
export async function openDatabase(options: PostgresStoreOptions): Promise<Store> {
  const {
    url,
    sslmode,
    schema,
    mustExist = false,
    pooled,
    listenUrl,
    replicas = [],
    connections = 10,
    busyTimeout = 5000,
    idleTransactionTimeout = 4000,
    heartbeatInterval = 1000,
    statementTimeout = 5000,
    without = [],
    onStatement,
  } = options
  const timeout = busyTimeout === 0 ? CONNECT_TIMEOUT : busyTimeout
  const urls = connectionUrls(url, sslmode)
  const config: ClientConfig = {
    types,
    application_name: 'platen',
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
  }
  const place = placeOf(urls[0])
  // As statements after the connection: poolers refuse unknown settings of the connection itself.
  const settingsOf = (limit: number) => [
    `idle_in_transaction_session_timeout = ${milliseconds(idleTransactionTimeout)}`,
    `statement_timeout = ${limit}`,
    // The URL may contain other settings.
    ...(schema === undefined ? [] : [`search_path = ${quoted(schema)}`]),
  ]
  const poolOf = (max: number, limit: number, reusesPlans = false) => {
    const session = { config, urls, settings: settingsOf(limit), pooled, reusesPlans, timeout, onStatement }
    return createPool({ max, timeout, open: () => openConnection(session) })
  }
  const readers = poolOf(connections, milliseconds(statementTimeout))
  // Transactions find records by ids, slugs and other values that few records share.
  const writers = poolOf(Math.max(1, Math.ceil(connections / 2)), 0, true)
  const listening = listenUrl === undefined ? { urls, pooled } : { urls: connectionUrls(listenUrl, sslmode) }
  const openListener = (onNotification: (payload: string) => void) =>
    openConnection({ config, ...listening, settings: settingsOf(0), timeout: 3 * heartbeatInterval, onNotification })
  const replicaConnections = replicas.map((url): ReplicaConnections => {
    const urls = connectionUrls(url, sslmode)
    const session = { config, urls, timeout: 2 * heartbeatInterval }
    // A table that is being changed is locked there until the change has been replicated.
    const settings = [...settingsOf(milliseconds(statementTimeout)), `lock_timeout = ${REPLICA_WAIT}`]
    return {
      pool: createPool({
        max: connections,
        timeout: REPLICA_WAIT,
        open: () => openConnection({ ...session, settings, onStatement }),
      }),
      open: onNotification => openConnection({ ...session, settings: settingsOf(0), onNotification }),
      place: placeOf(urls[0]),
    }
  })
  let opened: SqlConnections | undefined
  try {
    const {
      server,
      schema: current,
      trigrams,
    } = await setUp(writers, { mustExist, trigrams: !without.includes('trigrams') })
    const channel = `platen_${createHash('sha256').update(current).digest('hex').slice(0, 32)}`
    const site = { channel, notifies: !without.includes('notifications'), schema: current, server }
    const limits = { busyTimeout, heartbeatInterval }
    opened = await createConnections({
      readers,
      writers,
      replicas: replicaConnections,
      openListener,
      buildsIndexes: !without.includes('concurrent-indexes'),
      ...site,
      place,
      ...limits,
    })
    return await createSqlStore({
      dialect: {
        capabilities: {
          valuesPerInsert: 2000,
          followedCalls: true,
          nestedWrites: true,
          raiseIds,
          listParameters: 8,
          matchesGathered: 2000,
        },
        expressions: postgresExpressions,
        search: undefined,
        ...(!without.includes('transitions') && { counting: postgresCounting }),
        hints: {
          statistics: analyzed,
          within: (value, subquery) => sql`${value} = any(array(${subquery}))`,
          // PostgreSQL joins no subquery that has an offset.
          perRecord: subquery => sql`${subquery} offset 0`,
        },
        ddl: postgresDdl({ trigrams, online: onlineDdl(current, without) }),
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
    await (opened?.close() ?? Promise.all([readers.close(0), writers.close(0)]))
    throw error instanceof RangeError ? error : withPlace(translateError(error, place), place)
  }
}

/** The database that the URL and the environment select, without the password. */
function placeOf(url: string): string {
  try {
    const { host, port, database } = new Client(url)
    return `postgres://${host}:${port}/${database}`
  } catch {
    return 'PostgreSQL'
  }
}
