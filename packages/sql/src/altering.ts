import { type CollectionMigration, jsonText, StoreError } from '@platen/storage'
import { sql } from 'kysely'
import { createAlteringTexts } from './altering-texts.js'
import { storedValue } from './cells.js'
import { createCountersSql, dropCountersSql } from './counters.js'
import { type ColumnSql, columnDefinitions, createIndexSql } from './ddl.js'
import type { Fragment } from './dialect.js'
import { foldSql, foldsOf, refoldSql } from './folding-sql.js'
import type { ResolvedDialect } from './hints.js'
import { type Created, RECORDS, type RecordedSchema, type State } from './recorded-schema.js'
import { type Column, fieldOfColumn, snakeCase, type Table } from './tables.js'
import type { Work } from './work.js'

/** Inserts name every column, so the database's default values are irrelevant. */
const withoutDefault = (type: string) => type.replace(/ default .*$/s, '')

const isFolded = (column: string) => column.endsWith('_folded')

const undeclared = ({ definition }: Table, field: string) =>
  new StoreError('failed', `The collection "${definition.name}" no longer has "${field}": a migration must drop it.`)

/** The folding version of texts that were stored before versions were recorded. */
const FIRST_FOLDING = 1

/**
 * The version that is recorded while the folded texts of a column are still missing in its table: the negative of that which
 * has folded those in the table of texts, 0 without them.
 */
export const unfoldedVersion = (ofTexts: number | undefined): number => (ofTexts === undefined ? 0 : -Math.abs(ofTexts))

/** The columns whose texts were folded by another version. */
export function outdatedFolds(
  table: Table,
  before: Created | undefined,
  pending: readonly CollectionMigration[] = [],
): readonly Column[] {
  const recorded = new Map(Object.entries(before?.folds ?? {}))
  for (const [from, to] of pending.flatMap(({ rename = {} }) => Object.entries(rename))) {
    const version = recorded.get(snakeCase(from))
    if (version !== undefined) recorded.set(snakeCase(to), version)
  }
  const folds = foldsOf(table)
  return table.columns.filter(({ name }) => {
    const version = folds[name]
    const existing = before?.folds === undefined ? FIRST_FOLDING : (recorded.get(name) ?? version)
    return version !== undefined && existing !== version
  })
}

/** The columns whose folded texts exist, but were not maintained: those of a declaration before the last one. */
export const leftFolds = (table: Table, state: State, before: Created | undefined): readonly Column[] =>
  table.columns.filter(
    ({ foldedName }) =>
      foldedName !== undefined &&
      before !== undefined &&
      before.columns[foldedName] === undefined &&
      state.columns.get(table.name)?.has(foldedName) === true,
  )

/** What changes existing tables. */
export type Altering = ReturnType<typeof createAltering>

export function createAltering(dialect: ResolvedDialect, recordedSchema: RecordedSchema) {
  const { run, textOf, createdFor, readState } = recordedSchema
  const alterTexts = createAlteringTexts(dialect, recordedSchema)

  /** The default of a new folded text: online, that of a new text is folded, and other texts are folded later. */
  function foldDefault(foldOf: Column, isNew: boolean): Fragment {
    if (foldOf.nullable) return sql``
    const text = sql.lit(storedValue(foldOf, undefined))
    return isNew ? sql` default ${foldSql(dialect.expressions, foldOf, text)}` : sql` default ''`
  }

  function* addColumn(table: Table, { name, type, foldOf }: ColumnSql): Work<void> {
    const own = sql.table(table.name)
    const column = table.columns.find(each => each.name === name)
    const neutral = column?.kind === 'integer' || column?.kind === 'boolean' ? 0 : column?.kind === 'json' ? 'null' : ''
    const isComplete = column?.nullable === true || column?.declared.optional === true
    if (column !== undefined && !isComplete && (yield* run(sql`select 1 from ${own} limit 1`)).length > 0) {
      const problem = `has records without "${column.field}": the column needs a default`
      throw new StoreError('failed', `The collection "${table.definition.name}" ${problem}.`)
    }
    const byDefault = isComplete ? sql`` : sql` default ${sql.lit(neutral)}`
    yield* run(sql`alter table ${own} add column ${sql.id(name)} ${type}${byDefault}`)
    if (foldOf !== undefined) {
      const folded = foldSql(dialect.expressions, foldOf, sql.id(foldOf.name))
      yield* run(sql`update ${own} set ${sql.id(name)} = ${folded}`)
    }
  }

  /**
   * Renames columns, drops changed indexes, and adds missing columns and texts. Returns whether the index of texts must
   * be filled before it is searched. With `isOnline`, changed indexes stay, and texts are not folded.
   */
  function* alter(
    table: Table,
    state: State,
    pending: readonly CollectionMigration[],
    isOnline = false,
  ): Work<boolean> {
    const recorded = state.recorded.get(table.definition.name)
    const before: Created | undefined = recorded && JSON.parse(recorded.created)
    const { indexes, counted = [] } = createdFor(table)
    const own = sql.table(table.name)
    const outdated = outdatedFolds(table, before, pending)
    const isRecounted = jsonText(counted) !== jsonText(before?.counted ?? [])
    // Triggers refer to columns by their old names.
    if (isRecounted && before?.counted !== undefined) yield* run(...dropCountersSql(dialect, table.name))
    yield* run(...(dialect.ddl.online?.unfollow(table.name) ?? []))
    for (const [name, definition] of isOnline ? [] : Object.entries(before?.indexes ?? {})) {
      if (indexes[name] !== definition) yield* run(sql`drop index if exists ${sql.id(name)}`)
    }
    const present = new Set(state.columns.get(table.name))
    const types = new Map(Object.entries(before?.columns ?? {}))
    for (const [from, to] of pending.flatMap(({ rename = {} }) => Object.entries(rename))) {
      for (const suffix of ['', '_folded']) {
        const [old, name] = [snakeCase(from) + suffix, snakeCase(to) + suffix]
        if (!present.delete(old)) continue
        present.add(name)
        types.set(name, types.get(old) ?? '')
        yield* run(sql`alter table ${own} rename column ${sql.id(old)} to ${sql.id(name)}`)
      }
    }
    for (const definition of columnDefinitions(dialect, table)) {
      const { name, type } = definition
      const existing = types.get(name)
      const { foldOf } = definition
      if (!present.has(name) && isOnline && foldOf) {
        const byDefault = foldDefault(foldOf, !present.has(foldOf.name))
        yield* run(sql`alter table ${own} add column ${sql.id(name)} ${type}${byDefault}`)
      } else if (!present.has(name)) yield* addColumn(table, definition)
      else if (existing !== undefined && withoutDefault(existing) !== withoutDefault(textOf(type))) {
        const problem = `holds other values in "${fieldOfColumn(name)}" than are declared: the new column needs a name of its own`
        throw new StoreError('failed', `The collection "${table.definition.name}" ${problem}.`)
      }
    }
    const declared = new Set(columnDefinitions(dialect, table).map(({ name }) => name))
    const dropped = new Set(pending.flatMap(({ drop = [] }) => drop.map(snakeCase)))
    for (const [name, type] of types) {
      if (declared.has(name) || dropped.has(name) || isFolded(name) || !present.has(name)) continue
      if (type.includes(' not null') && !type.includes(' default ')) throw undeclared(table, fieldOfColumn(name))
    }
    if (isRecounted) yield* run(...createCountersSql(dialect, table))
    if (isOnline) return yield* alterTexts(table, state, before, [])
    yield* run(...refoldSql(dialect.expressions, table, [...outdated, ...leftFolds(table, state, before)]))
    return yield* alterTexts(table, state, before, outdated)
  }

  /** Creates missing indexes, drops columns that are no longer needed, and records the schema. */
  function* finish(table: Table, dropped: readonly string[]): Work<void> {
    yield* dropUnfinished(table)
    for (const [index, definition] of createIndexSql(dialect, table)) {
      const exists = yield* run(sql`${dialect.ddl.indexes} where name = ${sql.lit(index)}`)
      if (exists.length === 0) yield* run(definition)
    }
    const declared = new Set(columnDefinitions(dialect, table).map(column => column.name))
    const columns = (yield* readState()).columns.get(table.name) ?? []
    for (const column of columns) {
      if (declared.has(column) || !(isFolded(column) || dropped.includes(fieldOfColumn(column)))) continue
      yield* run(sql`alter table ${sql.table(table.name)} drop column ${sql.id(column)}`)
    }
    yield* record(table, createdFor(table))
  }

  /** Removes indexes that were to replace others. */
  function* dropUnfinished({ name }: Table): Work<void> {
    const { online } = dialect.ddl
    const unfinished = online ? yield* run(online.unfinished(name)) : []
    for (const [index] of unfinished) yield* run(sql`drop index ${sql.id(String(index))}`)
  }

  function* record({ definition: { name, migrations } }: Table, schema: Created): Work<void> {
    const created = sql.lit(jsonText(schema))
    yield* run(
      sql`delete from ${sql.table(RECORDS)} where name = ${sql.lit(name)}`,
      sql`insert into ${sql.table(RECORDS)} (name, migrations, created) values (${sql.lit(name)}, ${sql.lit(migrations.length)}, ${created})`,
    )
  }

  return { alter, finish, record, dropUnfinished }
}
