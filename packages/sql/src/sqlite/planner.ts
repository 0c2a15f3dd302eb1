import { type CollectionIndex, fieldOfPart, type KeyPart } from '@platen/storage'
import { sql } from 'kysely'
import type { PlannerHints } from '../dialect.js'
import { snakeCase, type Table } from '../tables.js'

/** The name of the SQL function that fails a statement that takes too long; the connections define it. */
export const IN_TIME_FUNCTION = 'in_time'

/** Hints that prevent SQLite from planning a statement again for each value, such as a limit. */
export const sqliteHints: PlannerHints = Object.freeze<PlannerHints>({
  unindexed: value => sql`+${value}`,
  // A range that no index is used for: it does not affect statements that compare the column with `=`.
  rare: (column, value) => sql`+${column} >= ${value} and +${column} <= ${value}`,
  within: (value, subquery) => sql`${value} in (${subquery})`,
  perRecord: subquery => subquery,
  unlikely: condition => sql`unlikely(${condition})`,
  unplanned: value => sql`${value} + 0`,
  // A prime number, so that the function is called now and then for any pattern of ids: a call for each record would
  // cost more than reading it.
  inTime: id => sql`(${id} % 251 or ${sql.raw(IN_TIME_FUNCTION)}())`,
  statistics: tables => {
    const rows = tables.flatMap(table =>
      statisticsOf(table).map(row => sql`(${sql.join(row.map(cell => sql.lit(cell)))})`),
    )
    const names = sql.join(tables.map(({ name }) => sql.lit(name)))
    return [
      // It creates the statistics table, and later reloads it.
      sql`analyze sqlite_schema`,
      sql`delete from sqlite_stat1 where tbl in (${names})`,
      ...(rows.length === 0 ? [] : [sql`insert into sqlite_stat1 (tbl, idx, stat) values ${sql.join(rows)}`]),
      sql`analyze sqlite_schema`,
    ]
  },
})

/** The number of records in a partial index. */
const RARE = 100

/**
 * Fixed statistics of a large site: rows per index, and rows per value of its leading columns. Without them SQLite
 * picks slow plans; gathered ones (ANALYZE) would make it plan again for every value.
 */
function statisticsOf({
  definition,
  name,
}: Table): readonly (readonly [table: string, index: string, numbers: string])[] {
  const { size, columns } = definition
  if (size === undefined) return []
  const numbersOf = (rows: number, key: readonly KeyPart[], least: number) => {
    let shared = rows
    return key.map(part => {
      const field = fieldOfPart(part)
      const share = field === 'id' ? 1 : (columns[field]?.shared ?? size / 100)
      if (field === 'id') least = 1
      shared *= share / size
      return Math.max(least, Math.round(shared))
    })
  }
  const statistic = (index: string, rows: number, key: readonly KeyPart[], least: number) =>
    [name, `${name}_${snakeCase(index)}`, [rows, ...numbersOf(rows, key, least), 'noskipscan'].join(' ')] as const
  const ofIndex = ([index, { key, only }]: [string, CollectionIndex]) =>
    statistic(index, only === undefined ? size : RARE, key, 2)
  const ofUnique = ([index, key]: [string, readonly KeyPart[]]) => statistic(index, size, key, 1)
  return [...Object.entries(definition.unique).map(ofUnique), ...Object.entries(definition.indexes).map(ofIndex)]
}
