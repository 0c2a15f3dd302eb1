import type { SqlSession } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { createIndexFilling, hasMore } from './index-filling.js'
import type { Statements } from './statements.js'
import type { Schema, TextsTable } from './tables.js'

/**
 * Runs the work of a transaction that stores many records. Where there are few texts, the index over them is filled in
 * the end: until then the work must not search in it, which `isDeferred` says.
 */
export type BulkLoading = <T>(session: SqlSession, work: (isDeferred: boolean) => Promise<T>) => Promise<T>

/** Up to how many texts are indexed once more. */
const FEW = 1000

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
      if (texts !== undefined && !(await session.read(() => hasMore(statements, texts, FEW)))) deferred.push(texts)
    }
    for (const texts of deferred) await defer(session, texts)
    const result = await work(deferred.length > 0)
    for (const texts of deferred) await fill(session, texts)
    return result
  }
}
