import type { CollectionName, Records } from '@platen/site'
import { fold } from '@platen/site'
import { jsonText } from './json.js'
import { RECORD_OF } from './records.js'
import type { Column, Table } from './tables.js'
import type { Row } from './work.js'

const LONE_SURROGATE = /\p{Surrogate}/gu

/** The frozen record of a row: a value for each column of its table. */
export function recordOf<N extends CollectionName>(table: Table<N>, row: Row): Records[N] {
  const record = RECORD_OF[table.collection](row)
  Object.freeze(record)
  return record
}

/** What is stored for a value of a column. */
export function storedValue(column: Column, value: unknown): unknown {
  if (column.kind === 'json') return jsonText(value)
  return typeof value === 'string' ? storableText(value) : (value ?? null)
}

/** What not every database takes is replaced: half characters and NUL. */
const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD').replace(LONE_SURROGATE, '\uFFFD')

/** The folded text of what is stored. */
export const storedFold = (stored: unknown): unknown => (typeof stored === 'string' ? fold(stored) : stored)
