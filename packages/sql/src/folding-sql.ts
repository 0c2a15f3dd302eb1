import { sql } from 'kysely'
import type { Fragment, SqlExpressions } from './dialect.js'
import type { Column, Table, TextsTable } from './tables.js'

/** The folded text of a column. */
export const foldSql = ({ fold, foldKey }: SqlExpressions, { folding }: Column, text: Fragment): Fragment =>
  folding.isOfKey ? foldKey(text) : fold(text)

/** The folding version of each column with stored folded texts. */
export function foldsOf({ columns, texts }: Table): Readonly<Record<string, number>> {
  const folded = columns.filter(column => column.foldedName !== undefined || texts?.columns.includes(column))
  return Object.fromEntries(folded.map(({ name, folding }) => [name, folding.version]))
}

/** The ids of some rows, the first and the last. */
export type IdRange = readonly [number, number]

const within = (table: string, range: IdRange | undefined) => {
  if (range === undefined) return sql``
  const id = sql.ref(`${table}.id`)
  return sql`${id} >= ${sql.lit(range[0])} and ${id} <= ${sql.lit(range[1])} and `
}

/** A statement that folds the texts of some rows for the first time, if the folded texts are stored in the same table. */
export function foldFirstSql(
  expressions: SqlExpressions,
  table: Table,
  columns: readonly Column[],
  [first, last]: IdRange,
): readonly Fragment[] {
  const set = columns.flatMap(column =>
    column.foldedName === undefined
      ? []
      : sql`${sql.id(column.foldedName)} = ${foldSql(expressions, column, sql.id(column.name))}`,
  )
  if (set.length === 0) return []
  return [
    sql`update ${sql.table(table.name)} set ${sql.join(set)} where id >= ${sql.lit(first)} and id <= ${sql.lit(last)}`,
  ]
}

/** A statement that folds the texts of some columns again, if the folded texts are stored in the same table. */
export function refoldSql(
  expressions: SqlExpressions,
  table: Table,
  columns: readonly Column[],
  range?: IdRange,
): readonly Fragment[] {
  const folds = columns.flatMap(column => {
    if (column.foldedName === undefined) return []
    return { name: sql.id(column.foldedName), folded: foldSql(expressions, column, sql.id(column.name)) }
  })
  if (folds.length === 0) return []
  const set = folds.map(({ name, folded }) => sql`${name} = ${folded}`)
  const differ = folds.map(({ name, folded }) => sql`${name} is distinct from ${folded}`)
  return [
    sql`update ${sql.table(table.name)} set ${sql.join(set)} where ${within(table.name, range)}(${sql.join(differ, sql` or `)})`,
  ]
}

/**
 * Conditions on a row of a texts table and a record: that they belong together, and that some of the texts fold to
 * something else.
 */
export function foldsDiffer(
  expressions: SqlExpressions,
  { name }: Table,
  texts: TextsTable,
  outdated: readonly Column[],
): { readonly isSame: Fragment; readonly differ: Fragment } | undefined {
  const differ = texts.columns
    .filter(column => outdated.includes(column))
    .map(column => {
      const folded = foldSql(expressions, column, sql.ref(`${name}.${column.name}`))
      return sql`${sql.ref(`${texts.name}.${column.name}`)} <> ${folded}`
    })
  if (differ.length === 0) return undefined
  const isSame = sql`${sql.ref(`${name}.id`)} = ${sql.ref(`${texts.name}.id`)}`
  return { isSame, differ: sql`(${sql.join(differ, sql` or `)})` }
}

/** A statement that folds some columns of a texts table again; triggers update their index. */
export function refoldTextsSql(
  expressions: SqlExpressions,
  table: Table,
  texts: TextsTable,
  outdated: readonly Column[],
  range?: IdRange,
): readonly Fragment[] {
  const folds = foldsDiffer(expressions, table, texts, outdated)
  if (folds === undefined) return []
  const { isSame, differ } = folds
  const records = sql.table(table.name)
  const set = texts.columns
    .filter(column => outdated.includes(column))
    .map(column => {
      const folded = foldSql(expressions, column, sql.ref(`${table.name}.${column.name}`))
      return sql`${sql.id(column.name)} = (select ${folded} from ${records} where ${isSame})`
    })
  return [
    sql`update ${sql.table(texts.name)} set ${sql.join(set)} where ${within(texts.name, range)}exists (select 1 from ${records} where ${isSame} and ${differ})`,
  ]
}
