import { type AnyRecord, jsonText, storableValue } from '@platen/storage'
import { sql } from 'kysely'
import type { Fragment, SqlExpressions } from './dialect.js'
import { cutRecordOf } from './omitted-texts.js'
import type { Column, Table } from './tables.js'
import type { Result, Row } from './work.js'

/** A record as one JSON list of short values and each long one: drivers are slower per cell than JSON. */
export function cellsSql(
  { jsonList }: Pick<SqlExpressions, 'jsonList'>,
  { columns }: Pick<Table, 'columns'>,
  columnSql: (column: Column) => Fragment,
): Fragment {
  const short = columns.filter(({ declared }) => !declared.long).map(columnSql)
  const long = columns.filter(({ declared }) => declared.long).map(columnSql)
  return sql.join([jsonList(short), ...long])
}

/** The frozen records of a result whose rows were selected so; `isCut` if some texts may be omitted. */
export const recordsOf = (
  table: Pick<Table, 'columns' | 'recordOf'>,
  { rows }: Result,
  isCut = false,
): readonly AnyRecord[] =>
  Object.freeze(rows.map(cells => (isCut ? cutRecordOf(table, rowOf(cells)) : table.recordOf(rowOf(cells)))))

function rowOf(cells: Row): Row {
  const row: unknown[] = JSON.parse(String(cells[0]))
  for (let at = 1; at < cells.length; at++) row.push(cells[at])
  return row
}

export function storedValue({ kind, declared, field }: Column, value: unknown): unknown {
  const storable = storableValue(declared, value, field)
  if (kind === 'json') return jsonText(storable)
  return typeof storable === 'boolean' ? Number(storable) : storable
}

/** The folded text of a column's value. */
export const storedFold = ({ folding }: Column, stored: unknown): unknown =>
  typeof stored === 'string' ? folding.fold(stored) : stored
