import { createHash } from 'node:crypto'
import {
  fillings,
  jsonText,
  type PrepareOptions,
  runFilling,
  type StoreTransaction,
  type TransactionOptions,
} from '@platen/storage'
import { sql } from 'kysely'
import { type Altering, leftFolds, outdatedFolds, unfoldedVersion } from './altering.js'
import { columnDefinitions, createIndexSql } from './ddl.js'
import { type SqlSession, UNFINISHED } from './dialect.js'
import { foldFirstSql, refoldSql, refoldTextsSql } from './folding-sql.js'
import type { ResolvedDialect } from './hints.js'
import { type Operations, openSession } from './open-session.js'
import type { Created, RecordedSchema, State } from './recorded-schema.js'
import { type Statements, slotAt } from './statements.js'
import { type Column, type Schema, snakeCase, type Table } from './tables.js'
import type { Work } from './work.js'

/** Tables with fewer rows change in one transaction. */
const MIN_ROWS = 1000

type Transaction = StoreTransaction & { readonly session: SqlSession }

/** What has to be done after the transaction that adds columns. */
interface Remaining {
  /** The columns whose texts must be folded, with the versions that have folded them. */
  readonly folds: ReadonlyMap<Column, number>
  /** The indexes to build, by their final names. */
  readonly indexes: readonly string[]
  /** The indexes that they replace, and those that are no longer declared. */
  readonly outdated: readonly string[]
}

export interface OnlineUpgradesOptions {
  readonly dialect: ResolvedDialect
  readonly schema: Schema
  readonly statements: Statements
  readonly operations: Operations
  readonly recordedSchema: RecordedSchema
  readonly altering: Altering
}

/**
 * Changes large tables while other processes read and write them, also processes of the version before. A first transaction
 * adds columns, which takes milliseconds; then texts are folded in batches and indexes are built without locks; a last
 * transaction puts the indexes in force. What is recorded of the schema shows what remains, so that the next start continues
 * after a crash.
 */
export function createOnlineUpgrades(options: OnlineUpgradesOptions) {
  const { dialect, schema, statements, operations, recordedSchema, altering } = options
  const { connections, ddl, expressions, hints } = dialect
  const { run, createdFor, readState, isCurrent } = recordedSchema
  const { online } = ddl

  const beforeOf = ({ recorded }: State, table: Table): Created | undefined => {
    const found = recorded.get(table.definition.name)
    return found && JSON.parse(found.created)
  }

  function remaining(table: Table, state: State): Remaining {
    const before = beforeOf(state, table)
    const created = createdFor(table)
    const unfolded = table.columns.filter(
      ({ name, foldedName }) =>
        foldedName !== undefined &&
        before?.columns[name] !== undefined &&
        state.columns.get(table.name)?.has(foldedName) !== true,
    )
    const folds = new Map<Column, number>()
    for (const column of outdatedFolds(table, before)) folds.set(column, before?.folds?.[column.name] ?? 1)
    for (const column of [...unfolded, ...leftFolds(table, state, before)])
      folds.set(column, unfoldedVersion(before?.folds?.[column.name]))
    const isOutdated = ([name, definition]: readonly [string, string]) => created.indexes[name] !== definition
    return {
      folds,
      indexes: Object.entries(created.indexes).flatMap(([name, definition]) =>
        before?.indexes[name] === definition ? [] : name,
      ),
      outdated: Object.entries(before?.indexes ?? {}).flatMap(entry => (isOutdated(entry) ? entry[0] : [])),
    }
  }

  /** Whether a table is large, and its change possible while others write. */
  function* isOnline(table: Table, state: State): Work<boolean> {
    if (online === undefined || beforeOf(state, table) === undefined) return false
    const query = () => sql`select id from ${sql.table(table.name)} limit 1 offset ${slotAt(0)}`
    const { rows } = yield { statement: statements.get(`more ${table.name}`, query), values: [MIN_ROWS] }
    return rows.length > 0
  }

  /** What is recorded of a table until nothing remains. */
  function unfinishedSchema(table: Table, state: State): Created {
    const created = createdFor(table)
    const versions = [...remaining(table, state).folds].map(([{ name }, version]) => [name, version])
    return {
      ...created,
      indexes: beforeOf(state, table)?.indexes ?? {},
      folds: { ...created.folds, ...Object.fromEntries(versions) },
    }
  }

  /** Whether the first transaction has committed. */
  const isBegun = (table: Table, state: State): boolean =>
    state.recorded.get(table.definition.name)?.created === jsonText(unfinishedSchema(table, state))

  /** Changes a table in the first transaction, and records what remains. */
  function* begin(table: Table, state: State): Work<void> {
    yield* altering.alter(table, state, [], true)
    const before = beforeOf(state, table)
    const { folds } = remaining(table, state)
    const unfolded = [...folds].flatMap(([column, version]) => (version <= 0 ? column : []))
    yield* run(...(online?.follow(table.name, unfolded) ?? []), forget(table, folds))
    yield* leaveFolds(table, state, before)
    yield* altering.record(table, unfinishedSchema(table, state))
  }

  /** Others may still write folded texts that are no longer declared: the next change removes them. */
  function* leaveFolds(table: Table, state: State, before: Created | undefined): Work<void> {
    const own = sql.table(table.name)
    const declared = new Set(columnDefinitions(dialect, table).map(({ name }) => name))
    for (const column of state.columns.get(table.name) ?? []) {
      if (declared.has(column) || !column.endsWith('_folded')) continue
      const change = before?.columns[column] === undefined ? sql`drop column` : sql`alter column`
      const byDefault = before?.columns[column] === undefined ? sql`` : sql` set default ''`
      yield* run(sql`alter table ${own} ${change} ${sql.id(column)}${byDefault}`)
    }
  }

  const transaction = <R>(work: (tx: Transaction) => Promise<R>, given?: TransactionOptions): Promise<R> =>
    connections.transaction(
      session =>
        work({ ...openSession(operations, schema, session), lock: async keys => session.lock?.(keys), session }),
      given,
    )

  const fillingOf = (table: Table, folds: ReadonlyMap<Column, number>) =>
    `fold ${table.name} ${[...folds.keys()].map(({ name, folding }) => `${name} ${folding.version}`).join()}`

  const forget = (table: Table, folds: ReadonlyMap<Column, number>) =>
    sql`delete from ${sql.table(snakeCase(fillings.name))} where name = ${sql.lit(fillingOf(table, folds))}`

  /** Folds texts in batches. Others need not read their records again: those that know of them are not running yet. */
  const fold = (table: Table, folds: ReadonlyMap<Column, number>, report: (done: number, total: number) => void) => {
    const columnsOf = (matches: (column: Column, version: number) => boolean) =>
      [...folds].flatMap(([column, version]) => (matches(column, version) ? column : []))
    const unfolded = columnsOf((_, version) => version <= 0)
    const outdated = columnsOf((_, version) => version > 0)
    const ofTexts = columnsOf(({ folding }, version) => Math.abs(version) !== folding.version)
    return runFilling(
      transaction,
      {
        name: fillingOf(table, folds),
        collection: table.definition,
        fields: [],
        concurrent: true,
        async fill(records, { session }: Transaction) {
          const range = [records[0]?.id ?? 0, records.at(-1)?.id ?? 0] as const
          const { texts } = table
          const refolds = [
            ...foldFirstSql(expressions, table, unfolded, range),
            ...refoldSql(expressions, table, outdated, range),
            ...(texts ? refoldTextsSql(expressions, table, texts, ofTexts, range) : []),
          ]
          await session.write(() => run(...refolds), fillings.name)
        },
      },
      { onProgress: ({ position, last }) => report(position, last), signal: connections.closed },
    )
  }

  /** The name of an index until it replaces another one: it stands for the definition. */
  const unfinishedName = (definition: string) =>
    `${UNFINISHED}${createHash('sha256').update(definition).digest('hex').slice(0, 16)}`

  const build = async (table: Table, names: readonly string[], report: (done: number, total: number) => void) => {
    const { concurrently } = online ?? {}
    if (concurrently === undefined || connections.buildIndex === undefined) return
    const definitions = createdFor(table).indexes
    for (const [at, name] of names.entries()) {
      report(at, names.length)
      const unfinished = unfinishedName(definitions[name] ?? '')
      const on = sql.id(concurrently.schema, table.name)
      const naming = { name: unfinished, words: sql` concurrently if not exists`, on }
      const create = createIndexSql(dialect, table, naming).get(name)
      if (create) await connections.buildIndex(unfinished, recordedSchema.textOf(create))
    }
    report(names.length, names.length)
  }

  /** Puts the indexes of a table in force, and records that nothing remains. */
  function* end(table: Table, folds: ReadonlyMap<Column, number>): Work<void> {
    const state = yield* readState()
    if (!isCurrent(state, table)) {
      const { indexes, outdated } = remaining(table, state)
      const existing = new Set((yield* run(ddl.indexes)).map(([name]) => name))
      const definitions = createIndexSql(dialect, table)
      for (const name of outdated) yield* run(sql`drop index if exists ${sql.id(name)}`)
      for (const name of indexes) {
        const unfinished = unfinishedName(createdFor(table).indexes[name] ?? '')
        const definition = definitions.get(name)
        if (existing.has(unfinished)) yield* run(sql`alter index ${sql.id(unfinished)} rename to ${sql.id(name)}`)
        else if (definition && (!existing.has(name) || outdated.includes(name))) yield* run(definition)
      }
      yield* altering.record(table, createdFor(table))
    }
    yield* altering.dropUnfinished(table)
    yield* run(forget(table, folds))
  }

  /** Does what remains after the first transaction. */
  async function complete(tables: readonly Table[], { onProgress }: PrepareOptions): Promise<void> {
    for (const table of tables) {
      const report = (step: 'records' | 'indexes') => (done: number, total: number) =>
        onProgress?.({ collection: table.definition.name, step, done, total })
      const state = await connections.read(() => readState())
      if (isCurrent(state, table)) continue
      const { folds, indexes } = remaining(table, state)
      if (folds.size > 0) await fold(table, folds, report('records'))
      await build(table, indexes, report('indexes'))
      const work = (session: SqlSession) => Promise.resolve(session.write(() => end(table, folds), fillings.name))
      await (connections.define?.(work) ?? connections.transaction(work))
      await connections.transaction(
        async session => session.write(() => run(...hints.statistics([table])), fillings.name),
        {
          concurrent: true,
        },
      )
    }
  }

  return { isOnline, isBegun, begin, complete }
}
