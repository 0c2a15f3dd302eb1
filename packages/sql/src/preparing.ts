import {
  type CollectionDefinition,
  type CollectionMigration,
  collections,
  jsonText,
  requireDistinct,
  StoreError,
} from '@platen/site'
import { sql } from 'kysely'
import { columnDefinitions, createIndexSql, createTableSql, createTextsSql } from './ddl.js'
import type { Fragment, SqlSession } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import { type Operations, openCollection } from './open-contents.js'
import type { Statements } from './statements.js'
import { fieldOfColumn, type Schema, snakeCase, type Table, textsNameOf } from './tables.js'
import type { Row, Work } from './work.js'

/** What was created for a collection: definitions of columns and indexes by name, and the columns that are searched in. */
interface Created {
  readonly columns: Readonly<Record<string, string>>
  readonly indexes: Readonly<Record<string, string>>
  readonly texts: string
}

/** What is recorded of a collection: how many of its migrations were applied, and what was created for it, as JSON. */
interface Recorded {
  readonly migrations: number
  readonly created: string
}

/** What there is in a database: the columns of each table, and what was recorded of each collection. */
interface State {
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
  readonly recorded: ReadonlyMap<string, Recorded>
}

const RECORDS = 'collections'

/** Inserts name every column: what the database would insert by default makes no difference. */
const withoutDefault = (type: string) => type.replace(/ default .*$/s, '')

const isFolded = (column: string) => column.endsWith('_folded')

const undeclared = ({ definition }: Table, field: string) =>
  new StoreError('failed', `The collection "${definition.name}" no longer has "${field}": a migration must drop it.`)

/** Makes the function that prepares a store for collections: see `Store.prepare`. */
export function createPreparing(
  dialect: ResolvedDialect,
  schema: Schema,
  statements: Statements,
  operations: Operations,
): (definitions: readonly CollectionDefinition[]) => Promise<void> {
  const { connections, ddl, hints } = dialect

  function* run(...fragments: readonly Fragment[]): Work<readonly Row[]> {
    let rows: readonly Row[] = []
    for (const fragment of fragments) rows = (yield { statement: statements.compile(fragment), values: [] }).rows
    return rows
  }

  const textOf = (fragment: Fragment) => statements.compile(fragment).sql

  function createdFor(table: Table): Created {
    const columns = columnDefinitions(dialect, table).map(({ name, type }) => [name, textOf(type)])
    const indexes = [...createIndexSql(dialect, table)].map(([name, index]) => [name, textOf(index)])
    const texts = table.texts?.columns.map(({ name }) => name).join() ?? ''
    return { columns: Object.fromEntries(columns), indexes: Object.fromEntries(indexes), texts }
  }

  function* readState(): Work<State> {
    const columns = new Map<string, Set<string>>()
    for (const [table, column] of yield* run(ddl.columns)) {
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

  function* addColumn(table: Table, field: string | undefined, name: string, type: Fragment): Work<void> {
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
    if (field !== undefined) {
      yield* run(sql`update ${own} set ${sql.id(name)} = ${dialect.expressions.fold(sql.id(field))}`)
    }
  }

  /** Renames columns, drops what is defined otherwise now, and adds columns and texts that are missing. */
  function* alter(table: Table, state: State, pending: readonly CollectionMigration[]): Work<void> {
    const recorded = state.recorded.get(table.definition.name)
    const before: Created | undefined = recorded && JSON.parse(recorded.created)
    const { indexes, texts } = createdFor(table)
    const own = sql.table(table.name)
    for (const [name, definition] of Object.entries(before?.indexes ?? {})) {
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
    for (const { name, type, foldOf } of columnDefinitions(dialect, table)) {
      const existing = types.get(name)
      if (!present.has(name)) yield* addColumn(table, foldOf, name, type)
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
    const textsName = textsNameOf(table.name)
    const hasTexts = state.columns.has(textsName)
    const isSame = before === undefined ? hasTexts : before.texts === texts
    if (isSame) return
    if (hasTexts) yield* run(...(dialect.search?.drop(textsName) ?? []), sql`drop table ${sql.table(textsName)}`)
    yield* run(...createTextsSql(dialect, table))
  }

  /** Creates the indexes that are missing, drops columns that are no longer needed, and records what was done. */
  function* finish(table: Table, dropped: readonly string[]): Work<void> {
    const { name, migrations } = table.definition
    for (const [index, definition] of createIndexSql(dialect, table)) {
      const exists = yield* run(sql`${ddl.indexes} where name = ${sql.lit(index)}`)
      if (exists.length === 0) yield* run(definition)
    }
    const declared = new Set(columnDefinitions(dialect, table).map(column => column.name))
    const columns = (yield* readState()).columns.get(table.name) ?? []
    for (const column of columns) {
      if (declared.has(column) || !(isFolded(column) || dropped.includes(fieldOfColumn(column)))) continue
      yield* run(sql`alter table ${sql.table(table.name)} drop column ${sql.id(column)}`)
    }
    const created = sql.lit(jsonText(createdFor(table)))
    yield* run(
      sql`delete from ${sql.table(RECORDS)} where name = ${sql.lit(name)}`,
      sql`insert into ${sql.table(RECORDS)} (name, migrations, created) values (${sql.lit(name)}, ${sql.lit(migrations.length)}, ${created})`,
    )
  }

  async function change(session: SqlSession, tables: readonly Table[]): Promise<void> {
    const own = sql.raw(`${ddl.text} primary key`)
    const text = sql.raw(`${ddl.text} not null`)
    const count = sql.raw(`${ddl.integer} not null`)
    const keyed = sql.raw(ddl.keyed)
    await session.write(() =>
      run(
        sql`create table if not exists options (name ${own}, value ${text}) ${keyed}`,
        sql`create table if not exists ${sql.table(RECORDS)} (name ${own}, migrations ${count}, created ${text}) ${keyed}`,
      ),
    )
    // Other processes may have done it meanwhile.
    const state = await session.read(() => readState())
    const outdated = tables.filter(table => !isCurrent(state, table))
    if (outdated.length === 0) return
    const migrated = outdated.map(table => {
      const { name, migrations } = table.definition
      const isNew = !state.columns.has(table.name)
      // Files from before collections were recorded have the tables of the built-in ones.
      if (!isNew && !state.recorded.has(name) && !Object.hasOwn(collections, name)) {
        throw new StoreError(
          'failed',
          `The table "${table.name}" exists already, and is not that of the collection "${name}".`,
        )
      }
      return { table, isNew, pending: isNew ? [] : migrations.slice(state.recorded.get(name)?.migrations ?? 0) }
    })
    for (const { table, isNew, pending } of migrated) {
      const create = () => run(createTableSql(dialect, table), ...createTextsSql(dialect, table))
      await session.write<unknown>(isNew ? create : () => alter(table, state, pending))
    }
    for (const { table, pending } of migrated) {
      for (const { run: change } of pending) await change?.(openCollection(operations, session, table))
    }
    for (const { table, pending } of migrated) {
      const dropped = pending.flatMap(({ drop = [] }) => drop)
      await session.write(() => finish(table, dropped))
    }
    await session.write(() => run(...hints.statistics(outdated)))
  }

  return async definitions => {
    requireDistinct(definitions)
    if (definitions.every(schema.isDefinedAs)) return
    const tables = definitions.map(schema.create)
    const state = await connections.read(() => readState())
    const areCurrent = tables.filter(table => isCurrent(state, table)).length === tables.length
    const undo = schema.replace(tables)
    if (areCurrent) return
    try {
      statements.clear()
      await connections.transaction(session => change(session, tables))
    } catch (error) {
      undo()
      throw error
    } finally {
      statements.clear()
    }
  }
}
