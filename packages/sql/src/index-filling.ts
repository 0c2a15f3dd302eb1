import { sql } from 'kysely'
import type { BulkIndexing, Fragment, SqlSession } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { type Statements, slotAt } from './statements.js'
import type { Schema, TextsTable } from './tables.js'
import type { Work } from './work.js'

/** Fills the whole index of a texts table at once, which takes a fraction of the time of single updates. */
export interface IndexFilling {
  /** Empties the index: until it is filled, it must not be searched, and writes are not indexed. */
  defer(session: SqlSession, texts: TextsTable): Promise<void>
  /** Indexes all texts of the table. */
  fill(session: SqlSession, texts: TextsTable): Promise<void>
}

/** Of more texts than this, the index is merged. */
const MAX_UNMERGED = 20_000
/** How many texts are indexed before other work of the process has its turn. */
const CHUNK = 5000

export function createIndexFilling(indexing: BulkIndexing, statements: Statements): IndexFilling {
  const add = createAdding(indexing, statements)
  const merge = createMerging(indexing, statements)
  const run = async (session: SqlSession, fragments: readonly Fragment[]) =>
    session.write(function* (): Work<void> {
      for (const fragment of fragments) yield { statement: statements.compile(fragment), values: [] }
    })
  return {
    defer: (session, texts) => run(session, indexing.defer(texts)),
    async fill(session, texts) {
      const isLarge = await session.read(() => hasMore(statements, texts, MAX_UNMERGED))
      if (isLarge) await run(session, indexing.prepare(texts))
      await add(session, texts)
      if (isLarge) await run(session, indexing.beginMerge(texts))
      if (isLarge) await merge(session, texts)
      await run(session, indexing.resume(texts))
    },
  }
}

/** Whether a table has more texts than a limit. */
export function* hasMore(statements: Statements, { name }: TextsTable, than: number): Work<boolean> {
  const query = () => sql`select id from ${sql.table(name)} limit 1 offset ${slotAt(0)}`
  const { rows } = yield { statement: statements.get(`more ${name}`, query), values: [than] }
  return rows.length > 0
}

/** Indexes all texts of a table in chunks. */
function createAdding({ add }: BulkIndexing, statements: Statements) {
  function* addAfter(texts: TextsTable, after: number): Work<number | undefined> {
    const chunk = () =>
      sql`select id from ${sql.table(texts.name)} where id > ${slotAt(0)} order by id limit ${sql.lit(CHUNK)}`
    const last = statements.get(`last ${texts.name}`, () => sql`select max(id) from (${chunk()}) as chunk`)
    const { rows } = yield { statement: last, values: [after] }
    const until = rows[0]?.[0] ?? undefined
    if (until === undefined) return undefined
    for (const [at, fragment] of add(texts, slotAt(0), slotAt(1)).entries()) {
      yield { statement: statements.get(`index ${texts.name} ${at}`, () => fragment), values: [after, until] }
    }
    return Number(until)
  }

  return async (session: SqlSession, texts: TextsTable): Promise<void> => {
    for (let last: number | undefined = 0; last !== undefined; ) {
      const after: number = last
      last = await session.write(() => addAfter(texts, after))
      await nextTurn()
    }
  }
}

/** Merges the index segments of all chunks. */
function createMerging({ merge, changes }: BulkIndexing, statements: Statements) {
  function* changesSoFar(): Work<number> {
    const { rows } = yield { statement: statements.get('changes so far', () => changes), values: [] }
    return Number(rows[0]?.[0])
  }

  /** Whether there was something to merge. */
  function* mergeSome(fragment: Fragment): Work<boolean> {
    const before = yield* changesSoFar()
    yield { statement: statements.compile(fragment), values: [] }
    return (yield* changesSoFar()) > before + 1
  }

  return async (session: SqlSession, texts: TextsTable): Promise<void> => {
    for (const fragment of merge(texts)) {
      while (await session.write(() => mergeSome(fragment))) await nextTurn()
    }
  }
}

/** Lets other work of the process have its turn. */
const nextTurn = () => new Promise(resolve => setImmediate(resolve))

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
