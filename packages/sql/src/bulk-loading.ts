import type { SqlSession } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { createIndexFilling, hasMore } from './index-filling.js'
import type { Statements } from './statements.js'
import type { Schema, TextsTable } from './tables.js'

/**
 * Runs the work of a transaction that stores many records. If a table has few texts, their index is filled after the
 * work, which must not search it before: `isDeferred` is then true.
 */
export type BulkLoading = <T>(session: SqlSession, work: (isDeferred: boolean) => Promise<T>) => Promise<T>

/** The maximum number of existing texts that are indexed again. */
const MAX_REINDEXED = 1000

export function createBulkLoading(
  { search }: Pick<ResolvedDialect, 'search'>,
  schema: Schema,
  statements: Statements,
): BulkLoading {
  const indexing = search?.bulk
  if (indexing === undefined) return (_, work) => work(false)
  const { defer, fill } = createIndexFilling(indexing, statements)
  return async (session, work) => {
    const deferred: TextsTable[] = []
    for (const { texts } of schema.all()) {
      if (texts !== undefined && !(await session.read(() => hasMore(statements, texts, MAX_REINDEXED))))
        deferred.push(texts)
    }
    for (const texts of deferred) await defer(session, texts)
    const result = await work(deferred.length > 0)
    for (const texts of deferred) await fill(session, texts)
    return result
  }
}
