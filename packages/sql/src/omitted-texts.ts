import { type AnyRecord, omitFields, type TextLimits } from '@platen/storage'
import { sql } from 'kysely'
import type { Fragment } from './dialect.js'
import { slotAt } from './statements.js'
import type { Column, Table } from './tables.js'
import type { Row } from './work.js'

/** Whether a query may omit texts. */
export const isCut = ({ maxTextBytes }: TextLimits): boolean => maxTextBytes !== undefined

/** The SQL of a column; NULL for a text of an omittable column with more bytes than the value at `place`. */
export function cutSql({ declared, kind }: Column, column: Fragment, place: number | undefined): Fragment {
  if (!declared.omittable || place === undefined) return column
  const text = kind === 'json' ? sql`cast(${column} as text)` : column
  return sql`case when octet_length(${text}) <= ${slotAt(place)} then ${column} end`
}

/** Reads a row whose texts were selected so. */
export function cutRecordOf({ columns, recordOf }: Pick<Table, 'columns' | 'recordOf'>, row: Row): AnyRecord {
  const omitted = columns.filter(({ declared }, at) => declared.omittable && row[at] === null)
  if (omitted.length === 0) return recordOf(row)
  const declared = Object.fromEntries(omitted.map(column => [column.field, column]))
  return omitFields(recordOf(row), Object.keys(declared), declared)
}
