import type { AnyCondition, AnyRecord } from '@platen/storage'
import { sql } from 'kysely'
import type { Fragment } from './dialect.js'
import { verdict } from './row-images.js'
import type { Table, Unindexed } from './tables.js'

/** Whether a result is independent of what searches return for the records that the table of texts excludes. */
export type IgnoresUnindexed = () => boolean

/** Whether a condition is true for all records that the table of texts excludes, or false for all; else `undefined`. */
function verdictOfUnindexed(table: Table, { column, value }: Unindexed, condition: AnyCondition | undefined) {
  // Only one field of these records is known. The others are `NaN`, which decides no condition.
  const known: AnyRecord = { id: Number.NaN, version: Number.NaN, [column.field]: value }
  return verdict(table, condition, known, () => undefined)
}

/** For searches outside of conditions, where nothing is known about the records. */
export const ignoresUnindexed =
  ({ texts }: Table): IgnoresUnindexed =>
  () =>
    texts?.except === undefined

/** The same for the parts of a condition: its result for these records may not depend on the searches in it. */
export function ignoredWithin(table: Table, condition: AnyCondition, outer: IgnoresUnindexed): IgnoresUnindexed {
  const except = table.texts?.except
  if (except === undefined) return outer
  let ignores: boolean | undefined
  return () => {
    ignores ??= outer() || verdictOfUnindexed(table, except, condition) !== undefined
    return ignores
  }
}

/** The same among the records that match a condition. */
export const ignoredAmong =
  (table: Table, where: AnyCondition | undefined): IgnoresUnindexed =>
  () => {
    const except = table.texts?.except
    return except === undefined || verdictOfUnindexed(table, except, where) === false
  }

/** Whether the table of texts excludes a stored row, which has a value for each column of its table. */
export function isUnindexed({ columns, texts }: Table, row: readonly unknown[]): boolean {
  const except = texts?.except
  return except !== undefined && row[columns.indexOf(except.column)] === except.value
}

/** The condition that a record is excluded. */
export const isUnindexedSql = ({ value }: Unindexed, column: Fragment): Fragment => sql`${column} = ${sql.lit(value)}`

/** The condition that a record is included. It is never `null`, whatever the value of the column. */
export const includedSql = (except: Unindexed, column: Fragment): Fragment =>
  sql`case when ${isUnindexedSql(except, column)} then 0 else 1 end = 1`
