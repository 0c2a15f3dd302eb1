import { sql } from 'kysely'
import type { ConditionSql } from './condition-sql.js'
import type { Fragment } from './dialect.js'
import type { ResolvedDialect } from './hints.js'
import type { Shape } from './shape.js'
import { type Column, type Counters, countersNameOf, type Table } from './tables.js'

/** The column of counters that contains the number of records. */
export const NUMBER = 'number'

/** Whether a condition depends only on the columns by which records are counted. */
export function isCountedBy(counters: Counters, shape: Shape): boolean {
  const isCounted = ({ name }: Column) => counters.columns.some(column => column.name === name)
  switch (shape.is) {
    case 'constant':
      return true
    case 'null':
    case 'rare':
    case 'compare':
    case 'among':
    case 'listed':
      return isCounted(shape.column)
    case 'text':
      return isCounted(shape.column) && !shape.isFolded
    case 'all':
    case 'any':
      return shape.parts.every(part => isCountedBy(counters, part))
    case 'not':
      return isCountedBy(counters, shape.part)
    default:
      return false
  }
}

/** The column of counters that contains the slot of the session that counted, if there are slots. */
export const SLOT = 'slot'

/** A query for the number of records that match a condition on counted columns, which counters have under the same names. */
export function totalSql(build: ConditionSql, table: Table, { name }: Counters, where: Shape): Fragment {
  const condition = build.condition({ table: { ...table, name }, depth: 0 }, where)
  return sql`select coalesce(sum(${sql.id(NUMBER)}), 0) from ${sql.table(name)} as t0 where ${condition}`
}

/** Statements that create the counters of a table's records, if the dialect has counters. */
export function createCountersSql({ counting, ddl }: ResolvedDialect, { counters }: Table): readonly Fragment[] {
  if (counting === undefined || counters === undefined) return []
  const { name, table, columns } = counters
  const names = sql.join(columns.map(column => sql.id(column.name)))
  const definitions = columns.map(
    ({ name, kind }) => sql`${sql.id(name)} ${sql.raw(kind === 'text' ? ddl.text : ddl.integer)} not null`,
  )
  const slot = sql.id(SLOT)
  const [slotDefinition, key] = counting.slot
    ? [sql`, ${slot} ${sql.raw(ddl.integer)} not null default 0`, sql`${names}, ${slot}`]
    : [sql``, names]
  return [
    sql`create table ${sql.table(name)} (${sql.join(definitions)}, ${sql.id(NUMBER)} ${sql.raw(ddl.integer)} not null${slotDefinition}, primary key (${key})) ${sql.raw(ddl.keyed)}`,
    sql`insert into ${sql.table(name)} (${names}, ${sql.id(NUMBER)}) select ${names}, count(*) from ${sql.table(table)} group by ${names}`,
    ...counting.create(counters),
  ]
}

/** Statements that drop the counters of a table. */
export const dropCountersSql = ({ counting }: ResolvedDialect, table: string): readonly Fragment[] =>
  counting === undefined
    ? []
    : [...counting.drop(table, countersNameOf(table)), sql`drop table ${sql.table(countersNameOf(table))}`]
