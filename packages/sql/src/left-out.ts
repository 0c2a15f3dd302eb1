import type { AnyCondition, AnyRecord } from '@platen/site'
import { sql } from 'kysely'
import type { Fragment } from './dialect.js'
import { verdict } from './images.js'
import type { LeftOut, Table } from './tables.js'

/** Whether what is looked for is the same, whatever a search in the texts of records that their table leaves out results in. */
export type IgnoresLeftOut = () => boolean

/** Whether a condition holds for all records that the table of texts leaves out, or for none; `undefined` if it is neither. */
function verdictOfLeftOut(table: Table, { column, value }: LeftOut, condition: AnyCondition | undefined) {
  // Only one field of these records is known: numbers that are none decide nothing.
  const known: AnyRecord = { id: Number.NaN, version: Number.NaN, [column.field]: value }
  return verdict(table, condition, known, () => undefined)
}

/** For what is outside of all conditions: nothing is known of the records. */
export const ignoresLeftOut =
  ({ texts }: Table): IgnoresLeftOut =>
  () =>
    texts?.except === undefined

/** The same for the parts of a condition: what it comes to for these records may be decided without the searches in it. */
export function ignoredWithin(table: Table, condition: AnyCondition, outer: IgnoresLeftOut): IgnoresLeftOut {
  const except = table.texts?.except
  if (except === undefined) return outer
  let ignores: boolean | undefined
  return () => {
    ignores ??= outer() || verdictOfLeftOut(table, except, condition) !== undefined
    return ignores
  }
}

/** The same for the records that satisfy a condition. */
export const ignoredAmong =
  (table: Table, where: AnyCondition | undefined): IgnoresLeftOut =>
  () => {
    const except = table.texts?.except
    return except === undefined || verdictOfLeftOut(table, except, where) === false
  }

/** Whether a stored row, with the values of the columns of its table, is one of those that are left out. */
export function isLeftOut({ columns, texts }: Table, row: readonly unknown[]): boolean {
  const except = texts?.except
  return except !== undefined && row[columns.indexOf(except.column)] === except.value
}

/** That a record is left out. */
export const leftOutSql = ({ value }: LeftOut, column: Fragment): Fragment => sql`${column} = ${sql.lit(value)}`

/** That it is not, whatever the column has. */
export const includedSql = (except: LeftOut, column: Fragment): Fragment =>
  sql`case when ${leftOutSql(except, column)} then 0 else 1 end = 1`
