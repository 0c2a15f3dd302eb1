import type { Store } from '@platen/storage'
import { createBulkLoading } from './bulk-loading.js'
import type { KnownTotals } from './counting.js'
import { withPlace } from './database-errors.js'
import type { SqlConnections, SqlDialect, SqlSession } from './dialect.js'
import { type ResolvedDialect, resolveHints } from './hints.js'
import { createInserting } from './inserting.js'
import { type Operations, openSession } from './open-session.js'
import { createOptimizing } from './optimizing.js'
import { createOptions } from './options.js'
import { createPreparing } from './preparing.js'
import { createReading } from './reading.js'
import { createSavedTotals } from './saved-totals.js'
import { createStatements, type Statements } from './statements.js'
import { createSchema } from './tables.js'
import { createTotals } from './totals.js'
import { createUpdates } from './updates.js'

/** Opens a store with your own SQL dialect; for SQLite, see `openSqliteStore`. */
export async function createSqlStore(options: { readonly dialect: SqlDialect }): Promise<Store> {
  const dialect = resolveHints(options.dialect)
  const { connections } = dialect
  const schema = createSchema()
  const statements = createStatements(dialect)
  const totals = createTotals()
  connections.onCommit?.(totals.committed)
  const saved = createSavedTotals(dialect, statements)
  const known: KnownTotals = { totals, saved }
  const operations = createOperations(dialect, statements, known)
  const unindexedStatements = createStatements(dialect)
  const unindexed = createOperations({ ...dialect, search: undefined }, unindexedStatements, known)
  const clear = () => {
    statements.clear()
    unindexedStatements.clear()
  }
  const loading = createBulkLoading(dialect, schema, statements)
  const prepareTables = createPreparing(dialect, schema, { ...statements, clear }, operations, saved)
  const prepare: Store['prepare'] = definitions =>
    prepareTables(definitions).catch((error: unknown) => {
      throw withPlace(error, connections.place)
    })
  await prepare([])
  return Object.freeze<Store>({
    ...openSession(operations, schema, connections),
    prepare,
    transaction: async (work, options) => {
      const open = (session: SqlSession, isDeferred: boolean) =>
        openSession(isDeferred ? unindexed : operations, schema, session)
      const load = (session: SqlSession) => loading(session, isDeferred => work(open(session, isDeferred)))
      return connections.transaction(options?.bulk ? load : session => work(open(session, false)), options)
    },
    revision: () => connections.revision(),
    server: connections.server,
    ...(connections.size && { size: async () => connections.size?.() ?? 0 }),
    ...(dialect.search?.optimize && { optimize: createOptimizing(dialect, schema, statements) }),
    async close() {
      // Whoever opens the database next can still count.
      await saveTotals(connections, known).catch(() => undefined)
      await connections.close()
    },
  })
}

/** Totals of fewer records are counted in a fraction of a millisecond. */
const WORTH_SAVING = 10_000

async function saveTotals({ writeAtRevision }: SqlConnections, { totals, saved }: KnownTotals): Promise<void> {
  if (totals.large(WORTH_SAVING).length === 0) return
  await writeAtRevision?.(revision => saved.save(totals.large(WORTH_SAVING, revision)))
}

const createOperations = (dialect: ResolvedDialect, statements: Statements, totals: KnownTotals): Operations => ({
  reading: createReading(dialect, statements, totals),
  inserting: createInserting(dialect, statements),
  updates: createUpdates(dialect, statements),
  options: createOptions(statements),
})
