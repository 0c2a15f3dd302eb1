import type { CollectionName, Records } from '@platen/site'
import { sql } from 'kysely'
import type { Fragment, SqlExpressions } from './dialect.js'
import { recordOf } from './rows.js'
import type { Column, Table } from './tables.js'
import type { Result, Row } from './work.js'

/**
 * What is selected of a record: its short values as one JSON list, then each of the long ones. Drivers take longer for a
 * cell than JSON does for a short value.
 */
export function cellsSql(
  { jsonList }: Pick<SqlExpressions, 'jsonList'>,
  { columns }: Table,
  columnSql: (column: Column) => Fragment,
): Fragment {
  const short = columns.filter(({ long }) => !long).map(columnSql)
  const long = columns.filter(({ long }) => long).map(columnSql)
  return sql.join([jsonList(short), ...long])
}

/** The frozen records of a result whose rows were selected so. */
export const recordsOf = <N extends CollectionName>(table: Table<N>, { rows }: Result): readonly Records[N][] =>
  Object.freeze(rows.map(cells => recordOf(table, rowOf(cells))))

function rowOf(cells: Row): Row {
  const row: unknown[] = JSON.parse(String(cells[0]))
  for (let at = 1; at < cells.length; at++) row.push(cells[at])
  return row
}
