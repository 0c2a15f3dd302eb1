import type { AnyRecord } from '@platen/site'
import { storedFold, storedValue } from './cells.js'
import type { SqlDialect } from './dialect.js'
import { type Statements, slotAt } from './statements.js'
import type { Table, TextsTable } from './tables.js'
import type { Call, Work } from './work.js'

/** The fields of a record to insert; the id is optional. */
export type Fields = Readonly<Record<string, unknown>>

export interface Inserting {
  insert(table: Table, records: readonly Fields[]): Work<readonly AnyRecord[]>
}

export function createInserting({ capabilities }: Pick<SqlDialect, 'capabilities'>, statements: Statements): Inserting {
  const insertRows = (tableName: string, names: readonly string[], rows: readonly (readonly unknown[])[]): Call => {
    const statement = statements.get(`insert ${tableName} ${names.length} ${rows.length}`, db => {
      const slots = rows.map((_, row) => names.map((name, at) => [name, slotAt(row * names.length + at)]))
      return db
        .insertInto(tableName)
        .values(slots.map(entries => Object.fromEntries(entries)))
        .returning('id')
    })
    return { statement, values: rows.flat() }
  }

  function* insertChunk(table: Table, chunk: readonly Fields[]): Work<readonly unknown[][]> {
    const names = storedNames(table)
    const rows = chunk.map(fields => storedRow(table, fields))
    if (hasId(chunk[0])) yield insertRows(table.name, names, rows)
    else {
      const given = yield insertRows(
        table.name,
        names.slice(1),
        rows.map(row => row.slice(1)),
      )
      for (const [at, row] of rows.entries()) row[0] = Number(given.rows[at]?.[0])
    }
    const { texts } = table
    if (texts) {
      const textNames = ['id', ...texts.columns.map(({ name }) => name)]
      yield insertRows(
        texts.name,
        textNames,
        rows.map(row => storedTexts(table, texts, row)),
      )
    }
    return rows
  }

  return {
    *insert(table, records) {
      const inserted: AnyRecord[] = []
      for (const chunk of chunksOf(records, capabilities.rowsPerInsert)) {
        const rows = yield* insertChunk(table, chunk)
        for (const row of rows) inserted.push(table.recordOf(row))
      }
      return Object.freeze(inserted)
    },
  }
}

/** The columns that are stored: those of the fields, then the folded texts. */
function storedNames({ columns }: Table): readonly string[] {
  return [...columns.map(({ name }) => name), ...columns.flatMap(({ foldedName }) => foldedName ?? [])]
}

function storedRow({ columns }: Table, fields: Fields): unknown[] {
  const row: unknown[] = columns.map(column =>
    storedValue(column, column.field === 'version' ? 1 : fields[column.field]),
  )
  for (const [at, { foldedName }] of columns.entries()) if (foldedName !== undefined) row.push(storedFold(row[at]))
  return row
}

const storedTexts = ({ columns }: Table, texts: TextsTable, row: readonly unknown[]): readonly unknown[] => [
  row[0],
  ...texts.columns.map(({ field }) => storedFold(row[columns.findIndex(column => column.field === field)])),
]

const hasId = (fields: Fields | undefined) => fields?.id !== undefined

/** Cuts records into lists of one statement each: of limited length, and all with an id or all without. */
function* chunksOf(records: readonly Fields[], length: number): Iterable<readonly Fields[]> {
  let chunk: Fields[] = []
  for (const fields of records) {
    if (chunk.length === length || (chunk.length > 0 && hasId(chunk[0]) !== hasId(fields))) {
      yield chunk
      chunk = []
    }
    chunk.push(fields)
  }
  if (chunk.length > 0) yield chunk
}
