import { checks, type OptionChecks, requireOptions } from '@platen/core'
import { type Store, StoreError } from '@platen/site'
import type Database from 'better-sqlite3'
import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { createSqlStore } from '../create-sql-store.js'
import { withPlace } from '../database-errors.js'
import type { StatementListener } from '../statement-listener.js'
import { type Connection, type ConnectionOptions, openConnection } from './connection.js'
import { createConnections } from './connections.js'
import { sqliteDdl } from './ddl.js'
import { translateError } from './errors.js'
import { sqliteExpressions } from './expressions.js'
import { sqliteHints } from './planner.js'
import { sqliteSearch } from './search.js'
import { sqliteTotalSaving } from './total-saving.js'
import { untilFree } from './until-free.js'

/** When SQLite waits for the disk. */
export type SqliteSynchronous = 'full' | 'normal'

/** Where a store's file is, and how to use it. */
export interface SqliteStoreOptions {
  /** The path of the file. SQLite creates two more files beside it while it is in use. */
  readonly path: string
  /** Whether a missing store is an error; by default, the file and its tables are created. */
  readonly mustExist?: boolean | undefined
  /** How long a write waits for others, in milliseconds; 5,000 by default. */
  readonly busyTimeout?: number | undefined
  /**
   * The time limit of reads, in milliseconds; 5,000 by default, `Infinity` for none. A query blocks the process and
   * with it all other requests: a longer read fails with the code `timeout` (for clients 503 `rest_store_timeout`). The
   * limit applies to all queries of one store call together, and to all calls in one turn of the event loop: those of a
   * request that waits for nothing else, and of requests that arrive together. Once it is used up, each further call in
   * the turn has 100 ms (or the limit, if that is less). Writes, and reads of transactions that are not `grouped`, such
   * as migrations and imports, are not limited and do not count. Use `Infinity` in scripts that read a lot and block
   * nobody else.
   */
  readonly statementTimeout?: number | undefined
  /**
   * Durability after a power failure: `full` (the default) syncs every commit; `normal` is several times faster and may
   * lose the last moments. Neither loses anything in a crash of the process.
   */
  readonly synchronous?: SqliteSynchronous | undefined
  /** Receives every statement that reads or writes records before it runs: for logging and counting. */
  readonly onStatement?: StatementListener | undefined
}

/**
 * The number of pages after which the writing connection copies the log into the file itself, unless a thread has done
 * so: see `createCheckpoints`. The log stays below about 80 MB.
 */
const CHECKPOINT_PAGES = 16000

const { callable, count, flag, oneOf, positive, required, text } = checks

const storeChecks: OptionChecks<SqliteStoreOptions> = {
  path: required(text),
  mustExist: flag,
  busyTimeout: count,
  statementTimeout: positive,
  synchronous: oneOf(['full', 'normal'] satisfies readonly SqliteSynchronous[]),
  onStatement: callable,
}

/**
 * Opens a store in a SQLite file and brings the file's schema up to date. Several processes may open the same file.
 * Rejects with a `StoreError` that names the file if it cannot be used. Its code is `not_found` if there is no store in
 * the file (with `mustExist`), `unavailable` if it is locked or written by a later version of this library, `full` if
 * there is no space for it, and `failed` if it is damaged, not a database or cannot be read. Rejects with a `RangeError`
 * for unknown and invalid options.
 *
 * ```ts
 * const store = await openSqliteStore({ path: 'site.sqlite' })
 * ```
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  requireOptions('openSqliteStore', options, storeChecks)
  const { path, mustExist = false, busyTimeout = 5000, synchronous = 'full', onStatement } = options
  const { statementTimeout = 5000 } = options
  const opened: Connection[] = []
  const open = (role: Pick<ConnectionOptions, 'mustExist' | 'writes' | 'lockTimeout'>) => {
    const connection = openConnection({ path, ...role, onStatement })
    opened.push(connection)
    return connection
  }
  try {
    // The writer never waits within SQLite, which would block the whole process.
    const writer = open({ mustExist, writes: true, lockTimeout: 0 })
    if (mustExist) await untilFree(busyTimeout, () => requireStore(writer.database))
    const mode = await untilFree(busyTimeout, () => writer.database.pragma('journal_mode = wal', { simple: true }))
    if (mode !== 'wal') throw new StoreError('unavailable', 'The store needs a file of its own on a local disk.')
    writer.database.pragma(`synchronous = ${synchronous}`)
    // What savepoints undo would otherwise be copied to a file, page by page.
    writer.database.pragma('temp_store = memory')
    writer.database.pragma('foreign_keys = on')
    writer.database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    const reader = open({ mustExist: true, writes: false, lockTimeout: busyTimeout })
    reader.database.pragma('query_only = on')
    return await createSqlStore({
      dialect: {
        capabilities: {
          valuesPerInsert: 400,
          textsPerInsert: 32,
          consecutiveIds: true,
          // To undo single statements, SQLite would copy all pages that they change.
          insertInto: sql`insert or fail into`,
          listParameters: 8,
          matchesGathered: 2000,
        },
        expressions: sqliteExpressions,
        search: sqliteSearch,
        ddl: sqliteDdl,
        hints: sqliteHints,
        totalSaving: sqliteTotalSaving,
        compiler: {
          createAdapter: () => new SqliteAdapter(),
          createDriver: () => new DummyDriver(),
          createIntrospector: db => new SqliteIntrospector(db),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        },
        connections: createConnections({ reader, writer, busyTimeout, statementTimeout }),
      },
    })
  } catch (error) {
    for (const { database } of opened) database.close()
    throw withPlace(translateError(error, path), path)
  }
}

/** Throws if the file is the database of something else. */
function requireStore(database: Database.Database): void {
  const table = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'options'").get()
  if (table === undefined) throw new StoreError('not_found', 'There is no store in this file.')
}
