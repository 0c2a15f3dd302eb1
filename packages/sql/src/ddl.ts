import { fieldOfPart, type KeyPart } from '@platen/storage'
import { sql } from 'kysely'
import { storedValue } from './cells.js'
import { indexedFold, prefixSql } from './condition-sql.js'
import type { Fragment, SqlDialect } from './dialect.js'
import { foldSql } from './folding-sql.js'
import type { ResolvedDialect } from './hints.js'
import { type Column, snakeCase, type Table, type TextsTable } from './tables.js'
import { includedSql } from './unindexed.js'

/** The part of a dialect that defines tables. */
export type DefiningDialect = Pick<ResolvedDialect, 'ddl' | 'expressions' | 'hints' | 'search'>

/** A column of a table: its name, and the SQL after it in a definition. */
export interface ColumnSql {
  readonly name: string
  readonly type: Fragment
  /** The column whose folded text it contains. */
  readonly foldOf?: Column
}

/** The columns of a table, each followed by the column of its folded text. */
export function columnDefinitions({ ddl }: DefiningDialect, { columns }: Table): readonly ColumnSql[] {
  return columns.flatMap(column => {
    const { field, name, foldedName, nullable, declared } = column
    if (field === 'id') return { name, type: sql.raw(ddl.id) }
    const notNull = nullable ? sql`` : sql` not null`
    const byDefault = declared.optional ? sql` default ${sql.lit(storedValue(column, undefined))}` : sql``
    const own = { name, type: sql`${sql.raw(typeOf(ddl, column))}${notNull}${byDefault}` }
    if (foldedName === undefined) return own
    return [own, { name: foldedName, type: sql`${sql.raw(ddl.text)}${notNull}`, foldOf: column }]
  })
}

const typeOf = ({ integer, text }: SqlDialect['ddl'], { kind }: Column) =>
  kind === 'integer' || kind === 'boolean' ? integer : text

const listed = (columns: readonly ColumnSql[]) =>
  sql.join(columns.map(({ name, type }) => sql`${sql.id(name)} ${type}`))

export function createTableSql(dialect: DefiningDialect, table: Table): Fragment {
  return sql`create table ${sql.table(table.name)} (${listed(columnDefinitions(dialect, table))})`
}

/** Statements that create a table of texts to search in and its index. */
export function createTextsSql(
  { ddl, search }: DefiningDialect,
  { name }: Table,
  texts: TextsTable,
): readonly Fragment[] {
  const type = sql`${sql.raw(ddl.text)} not null`
  const id = sql`${sql.raw(ddl.integer)} primary key references ${sql.table(name)} (id) on delete cascade`
  const columns = [{ name: 'id', type: id }, ...texts.columns.map(column => ({ name: column.name, type }))]
  return [
    sql`create table ${sql.table(texts.name)} (${listed(columns)})`,
    ...(search?.create(texts) ?? []),
    ...(ddl.textIndexes?.(texts) ?? []),
  ]
}

/** A statement that inserts the texts of records, except for those that are left out, into the table of texts. */
export function insertTextsSql(
  { expressions }: Pick<DefiningDialect, 'expressions'>,
  { name }: Table,
  texts: TextsTable,
  condition?: Fragment,
): Fragment {
  const folded = texts.columns.map(column => foldSql(expressions, column, sql.ref(column.name)))
  const names = ['id', ...texts.columns.map(column => column.name)].map(each => sql.id(each))
  const included = texts.except && includedSql(texts.except, sql.id(texts.except.column.name))
  const conditions = [condition, included].flatMap(each => each ?? [])
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`
  return sql`insert into ${sql.table(texts.name)} (${sql.join(names)}) select ${sql.join([sql.id('id'), ...folded])} from ${sql.table(name)}${where}`
}

/** How an index is created under another name. */
interface IndexNaming {
  readonly name: string
  /** SQL before the name. */
  readonly words: Fragment
  /** The table. */
  readonly on: Fragment
}

/** The unique keys and indexes of a table by their final names. */
export function createIndexSql(
  { ddl, hints }: DefiningDialect,
  table: Table,
  naming?: IndexNaming,
): ReadonlyMap<string, Fragment> {
  const { unique, indexes } = table.definition
  const partSql = (part: KeyPart, isUnique: boolean) => {
    const { name, foldedName } = table.column(fieldOfPart(part))
    if (typeof part === 'string') return sql.id(name)
    if (!('folded' in part)) return prefixSql(sql.id(name))
    const folded = sql.id(foldedName ?? name)
    return (isUnique ? undefined : indexedFold(ddl, folded)) ?? folded
  }
  const keys = Object.entries(unique)
  const definitions = [
    ...(ddl.reportsNewestKey ? keys.reverse() : keys).map(([name, key]) => ({
      name,
      key,
      kind: sql`unique index`,
      only: undefined,
    })),
    ...Object.entries(indexes).map(([name, { key, only }]) => ({ name, key, kind: sql`index`, only })),
  ]
  return new Map(
    definitions.map(({ name, key, kind, only }) => {
      const full = `${table.name}_${snakeCase(name)}`
      const rare = Object.entries(only ?? {}).map(([field, value]) =>
        hints.rare(sql.id(table.column(field).name), sql.lit(value)),
      )
      const condition = rare.length === 0 ? sql`` : sql` where ${sql.join(rare, sql` and `)}`
      const isUnique = Object.hasOwn(unique, name)
      const needsId = ddl.omitsIds === true && !isUnique && key.every(part => typeof part === 'string' && part !== 'id')
      const parts = sql.join((needsId ? [...key, 'id'] : key).map(part => partSql(part, isUnique)))
      const { name: created, words, on } = naming ?? { name: full, words: sql``, on: sql.table(table.name) }
      return [full, sql`create ${kind}${words} ${sql.id(created)} on ${on} (${parts})${condition}`]
    }),
  )
}
