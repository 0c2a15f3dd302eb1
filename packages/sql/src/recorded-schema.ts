import { jsonText, StoreError } from '@platen/storage'
import { sql } from 'kysely'
import { columnDefinitions, createIndexSql } from './ddl.js'
import type { Fragment, RunFragments } from './dialect.js'
import { foldsOf } from './folding-sql.js'
import type { ResolvedDialect } from './hints.js'
import { createRunFragments, type Statements } from './statements.js'
import type { Table, TextsTable } from './tables.js'
import type { Work } from './work.js'

/**
 * The schema that was created for a collection: definitions of columns and indexes by name, the searched columns, after a
 * semicolon those that also have their own index, and after another semicolon the records that the index omits. `folds`
 * contains the folding version of each column's texts; older files, which do not record it, have the first version.
 * `counted` contains the columns by which records are counted, if there are any.
 */
export interface Created {
  readonly columns: Readonly<Record<string, string>>
  readonly indexes: Readonly<Record<string, string>>
  readonly texts: string
  readonly folds?: Readonly<Record<string, number>>
  readonly counted?: readonly string[]
}

/** The record of a collection: the number of applied migrations, and the created schema, as JSON. */
export interface Recorded {
  readonly migrations: number
  readonly created: string
}

/** The state of a database: the columns of each table, and the record of each collection. */
export interface State {
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
  readonly recorded: ReadonlyMap<string, Recorded>
}

/** The table that records collections. */
export const RECORDS = 'collections'

/** Describes reading the state of a database, and comparing it with the declarations. */
export interface RecordedSchema {
  readonly run: RunFragments
  textOf(fragment: Fragment): string
  createdFor(table: Table): Created
  /** What is recorded of a table of texts. */
  createdTexts(texts: TextsTable): string
  readState(): Work<State>
  /** Fails with `unavailable` when more migrations were applied than are declared. */
  isCurrent(state: State, table: Table): boolean
}

export function createRecordedSchema(dialect: ResolvedDialect, statements: Statements): RecordedSchema {
  const run = createRunFragments(statements)
  const textOf = (fragment: Fragment) => statements.compile(fragment).sql

  function createdFor(table: Table): Created {
    const columns = columnDefinitions(dialect, table).map(({ name, type }) => [name, textOf(type)])
    const indexes = [...createIndexSql(dialect, table)].map(([name, index]) => [name, textOf(index)])
    const texts = table.texts === undefined ? '' : createdTexts(table.texts)
    return {
      columns: Object.fromEntries(columns),
      indexes: Object.fromEntries(indexes),
      texts,
      folds: foldsOf(table),
      ...(dialect.counting && table.counters && { counted: table.counters.columns.map(({ name }) => name) }),
    }
  }

  function createdTexts(texts: TextsTable): string {
    const { except } = texts
    const searched = texts.columns.map(({ name }) => name).join()
    const alone = dialect.search?.alone(texts).join() ?? ''
    if (except !== undefined) return `${searched};${alone};${except.column.name}=${except.value}`
    return alone === '' ? searched : `${searched};${alone}`
  }

  function* readState(): Work<State> {
    const columns = new Map<string, Set<string>>()
    for (const [table, column] of yield* run(dialect.ddl.columns)) {
      const listed = columns.get(String(table)) ?? new Set()
      columns.set(String(table), listed.add(String(column)))
    }
    if (!columns.has(RECORDS)) return { columns, recorded: new Map() }
    const rows = yield* run(sql`select name, migrations, created from ${sql.table(RECORDS)}`)
    const recorded = rows.map(([name, migrations, created]) => {
      return [String(name), { migrations: Number(migrations), created: String(created) }] as const
    })
    return { columns, recorded: new Map(recorded) }
  }

  function isCurrent({ recorded }: State, table: Table): boolean {
    const { name, migrations } = table.definition
    const found = recorded.get(name)
    if (found !== undefined && found.migrations > migrations.length) {
      const versions = `${found.migrations} of its migrations were applied, ${migrations.length} are declared`
      throw new StoreError('unavailable', `A later version has migrated the collection "${name}": ${versions}.`)
    }
    return found?.migrations === migrations.length && found.created === jsonText(createdFor(table))
  }

  return { run, textOf, createdFor, createdTexts, readState, isCurrent }
}
