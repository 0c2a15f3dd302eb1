import type { AnyCondition } from '@platen/storage'
import { sql } from 'kysely'
import type { Fragment } from './dialect.js'
import type { Table, Unindexed } from './tables.js'

/** Whether a result is independent of what searches return for the records that the table of texts excludes. */
export type IgnoresUnindexed = () => boolean

/** Whether a condition is true for all records that the table of texts excludes, or false for all; else `undefined`. */
function resultForUnindexed(unindexed: Unindexed, condition: AnyCondition | undefined): boolean | undefined {
  const { column, value } = unindexed
  const resultOf = (part: AnyCondition) => resultForUnindexed(unindexed, part)
  switch (condition?.op) {
    case undefined:
      return true
    case 'and':
    case 'or': {
      const decides = condition.op === 'or'
      const results = condition.all.map(resultOf)
      if (results.includes(decides)) return decides
      return results.includes(undefined) ? undefined : !decides
    }
    case 'not': {
      const result = resultOf(condition.condition)
      return result === undefined ? undefined : !result
    }
    case 'eq':
    case 'ne':
      return condition.field === column.field ? (condition.value === value) === (condition.op === 'eq') : undefined
    case 'in':
    case 'notIn':
      return condition.field === column.field ? condition.values.includes(value) === (condition.op === 'in') : undefined
    default:
      return undefined
  }
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
    ignores ??= outer() || resultForUnindexed(except, condition) !== undefined
    return ignores
  }
}

/** The same among the records that match a condition. */
export const ignoredAmong =
  (table: Table, where: AnyCondition | undefined): IgnoresUnindexed =>
  () => {
    const except = table.texts?.except
    return except === undefined || resultForUnindexed(except, where) === false
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
