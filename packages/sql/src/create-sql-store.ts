import { type BoundedCache, createBoundedCache } from '@platen/core'
import { observable, type Store, type StoreTransaction } from '@platen/storage'
import type { Total } from './counting.js'
import { withPlace } from './database-errors.js'
import type { SqlDialect, SqlSession } from './dialect.js'
import { type ResolvedDialect, resolveHints } from './hints.js'
import { createBulkLoading } from './index-filling.js'
import { createInserting } from './inserting.js'
import { type Operations, openSession } from './open-session.js'
import { createOptimizing } from './optimizing.js'
import { createOptions } from './options.js'
import { createPreparing } from './preparing.js'
import { createReading } from './reading.js'
import { createStatements, type Statements } from './statements.js'
import { createSchema } from './tables.js'
import { createUpdates } from './updates.js'

/** The memory limit of cached totals. */
const MAX_TOTALS_BYTES = 2 * 1024 * 1024

/** Opens a store with your own SQL dialect; for SQLite, see `openSqliteStore`. */
export async function createSqlStore(options: { readonly dialect: SqlDialect }): Promise<Store> {
  const dialect = resolveHints(options.dialect)
  const { connections } = dialect
  const schema = createSchema()
  const statements = createStatements(dialect)
  const totals = createBoundedCache<Total>(MAX_TOTALS_BYTES)
  const operations = createOperations(dialect, statements, totals)
  const unindexedStatements = createStatements(dialect)
  const unindexed = createOperations({ ...dialect, search: undefined }, unindexedStatements, totals)
  const clear = () => {
    statements.clear()
    unindexedStatements.clear()
  }
  const loading = createBulkLoading(dialect, schema, statements)
  const prepareTables = createPreparing(dialect, schema, { ...statements, clear }, operations)
  const prepare: Store['prepare'] = (definitions, options) =>
    prepareTables(definitions, options).catch((error: unknown) => {
      throw withPlace(error, connections.place)
    })
  await prepare([])
  return observable({
    ...openSession(operations, schema, connections),
    prepare,
    transaction: async (work, options) => {
      const open = (session: SqlSession, isDeferred: boolean): StoreTransaction => ({
        ...openSession(isDeferred ? unindexed : operations, schema, session),
        lock: async keys => session.lock?.(keys),
      })
      const load = (session: SqlSession) => loading(session, isDeferred => work(open(session, isDeferred)))
      return connections.transaction(options?.bulk ? load : session => work(open(session, false)), options)
    },
    revision: names => connections.revision(names),
    server: connections.server,
    ...(connections.size && { size: async () => connections.size?.() ?? 0 }),
    ...(dialect.search?.optimize && { optimize: createOptimizing(dialect, schema, statements) }),
    close: () => connections.close(),
  })
}

const createOperations = (
  dialect: ResolvedDialect,
  statements: Statements,
  totals: BoundedCache<Total>,
): Operations => ({
  reading: createReading(dialect, statements, totals),
  inserting: createInserting(dialect, statements),
  updates: createUpdates(dialect, statements),
  options: createOptions(statements),
})
