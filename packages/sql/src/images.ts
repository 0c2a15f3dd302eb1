import { type AnyCondition, type AnyRecord, recordTest, type Scalar } from '@platen/site'
import { type Change, MAX_CHANGES, UNKNOWN } from './changes.js'
import type { Fragment, SqlExpressions } from './dialect.js'
import type { Column, Table } from './tables.js'
import type { Row } from './work.js'

/** The plain columns of a record as one JSON list: enough to test conditions that read no others. */
export const imageSql = (
  { jsonList }: Pick<SqlExpressions, 'jsonList'>,
  { plain }: Table,
  columnSql: (column: Column) => Fragment,
): Fragment => jsonList(plain.map(columnSql))

/** The image of a record whose plain columns were selected so. */
export function imageIn({ plain }: Table, cell: unknown): AnyRecord {
  const values: unknown[] = JSON.parse(String(cell))
  return imageFrom(plain, (_, at) => values[at])
}

/** The image of a whole record, whose long texts are not kept. */
export const imageOf = ({ plain }: Table, record: AnyRecord): AnyRecord =>
  imageFrom(plain, ({ field }) => record[field])

function imageFrom(plain: readonly Column[], read: (column: Column, at: number) => unknown): AnyRecord {
  const image: Record<string, unknown> & { id: number; version: number } = { id: 0, version: 0 }
  for (let at = 0; at < plain.length; at++) {
    const column = plain[at]
    if (column !== undefined) image[column.field] = read(column, at)
  }
  return image
}

/** What has become of a table in which records were inserted. */
export const insertedInto = (table: Table, records: readonly AnyRecord[]): readonly Change[] =>
  records.length > MAX_CHANGES ? [UNKNOWN] : records.map(record => ({ images: { after: imageOf(table, record) } }))

/** What has become of a table from which rows were removed that `imageSql` has selected. */
export const removedFrom = (table: Table, rows: readonly Row[]): readonly Change[] =>
  rows.length > MAX_CHANGES ? [UNKNOWN] : rows.map(([cell]) => ({ images: { before: imageIn(table, cell) } }))

/** What has become of a record in which some fields were written; without its image from before, any of them may differ. */
export function updatedIn(
  table: Table,
  written: readonly string[],
  before: AnyRecord | undefined,
  record: AnyRecord,
): Change {
  if (before === undefined) return { fields: [...written, 'version'] }
  const after = imageOf(table, record)
  const fields = written.filter(field => !(field in after) || after[field] !== before[field])
  return { fields: [...fields, 'version'], images: { before, after } }
}

/** Whether a condition holds for an image; `undefined` if the database may see it differently. */
export type ImageTest = (image: AnyRecord) => boolean | undefined

/** The test of images for a condition; `undefined` unless JavaScript decides it as every database does. */
export function imageTest(table: Table, condition: AnyCondition | undefined): ImageTest | undefined {
  const columns = new Set<Column>()
  if (condition !== undefined && !isPlain(table, condition, columns)) return undefined
  const test = recordTest(condition, ({ collection }) => {
    throw new TypeError(`Images say nothing of records of ${collection}.`)
  })
  const read = [...columns]
  return image => (read.every(column => isCertain(column, image[column.field])) ? test(image) : undefined)
}

/** Whether a condition compares plain columns with values, and nothing else; adds the columns. */
function isPlain(table: Table, condition: AnyCondition, columns: Set<Column>): boolean {
  switch (condition.op) {
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return isPlainField(table, condition.field, columns) && isPlainValue(condition.value)
    case 'in':
    case 'notIn':
      return isPlainField(table, condition.field, columns) && condition.values.every(isPlainValue)
    case 'and':
    case 'or':
      return condition.all.every(part => isPlain(table, part, columns))
    case 'not':
      return isPlain(table, condition.condition, columns)
    default:
      return false
  }
}

function isPlainField(table: Table, field: string, columns: Set<Column>): boolean {
  const column = table.column(field)
  columns.add(column)
  // What is compared as a range of an index is NULL where there is no value.
  return table.plain.includes(column) && !(column.nullable && column.rare.length > 0)
}

/** Whether a value reaches the database as it is: half characters do not. */
function isPlainValue(value: Scalar): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'string' || isWhole(value)
}

/** Whether a text is the same in the database; U+FFFD may stand there for bytes that are no text. */
const isWhole = (text: string) => !text.includes('\0') && !UNCERTAIN.test(text)

const UNCERTAIN = /\uFFFD|\p{Surrogate}/u

/** Whether a column stores exactly this: databases convert what is of another type. */
function isCertain({ kind, nullable }: Column, value: unknown): boolean {
  if (value === null) return nullable
  return kind === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string' && isWhole(value)
}
