import { type AnyRecord, type ColumnKind, parseJson } from '@platen/site'
import type { Row } from './work.js'

interface ReadColumn {
  readonly field: string
  readonly kind: ColumnKind
}

const asStored = (cell: unknown) => cell

const READERS: Readonly<Record<ColumnKind, (cell: unknown) => unknown>> = {
  integer: asStored,
  text: asStored,
  boolean: cell => (cell === null ? null : cell !== 0),
  json: parseJson,
}

/** Creates a function that reads the frozen record of a row with these columns. */
export function createReader(columns: readonly ReadColumn[]): (row: Row) => AnyRecord {
  const fields = columns.map(({ field, kind }) => ({ field, read: READERS[kind] }))
  return row => {
    const record: Record<string, unknown> = {}
    for (let at = 0; at < fields.length; at++) {
      const column = fields[at]
      if (column !== undefined) record[column.field] = column.read(row[at])
    }
    return Object.freeze(record as AnyRecord)
  }
}
