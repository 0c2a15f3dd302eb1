import { DriverError, type Store, StoreError } from '@platen/storage'
import type Database from 'better-sqlite3'
import { DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely'
import { createSqlStore } from '../create-sql-store.js'
import { withPlace } from '../database-errors.js'
import { type Connection, type ConnectionOptions, openConnection } from './connection.js'
import { createConnections } from './connections.js'
import { sqliteCounting } from './counting.js'
import { sqliteDdl } from './ddl.js'
import { translateError } from './errors.js'
import { sqliteExpressions } from './expressions.js'
import { sqliteHints } from './planner.js'
import { sqliteSearch } from './search.js'
import type { SqliteStoreOptions } from './store-options.js'
import { untilFree } from './until-free.js'

/**
 * The number of pages after which the writing connection copies the log into the file itself, unless a thread has done
 * so: see `createCheckpoints`. The log stays below about 80 MB.
 */
const CHECKPOINT_PAGES = 16000

/** Opens a store in a file with valid options. This module requires the driver. */
export async function openFile(options: SqliteStoreOptions): Promise<Store> {
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
    await untilFree(busyTimeout, () => dropSavedTotals(writer.database))
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
        counting: sqliteCounting,
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
    throw error instanceof DriverError ? error : withPlace(translateError(error, path), path)
  }
}

/** Drops the table in which files of older versions have totals, with the triggers that empty it. */
function dropSavedTotals(database: Database.Database): void {
  const triggers = "select name from sqlite_master where name glob '*_saved_totals' and type = 'trigger'"
  if (database.prepare(triggers).get() === undefined) return
  const drop = database.transaction(() => {
    for (const name of database.prepare<[], string>(triggers).pluck().all()) database.exec(`drop trigger "${name}"`)
    database.exec('drop table if exists saved_totals')
  })
  drop.immediate()
}

/** Throws if the file is the database of something else. */
function requireStore(database: Database.Database): void {
  const table = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'options'").get()
  if (table === undefined) throw new StoreError('not_found', 'There is no store in this file.')
}
