import {
  type AnyCondition,
  type AnyRecord,
  type ExistsCondition,
  type ExistsForEachCondition,
  recordTest,
  type Scalar,
} from '@platen/storage'
import { type Change, type Images, MAX_CHANGES, UNKNOWN } from './changes.js'
import type { Fragment, SqlExpressions } from './dialect.js'
import type { Column, Table } from './tables.js'
import type { Row } from './work.js'

/** The plain columns of a record as one JSON list: enough to test conditions that read no others. */
export const imageSql = (
  { jsonList }: Pick<SqlExpressions, 'jsonList'>,
  { plain }: Table,
  columnSql: (column: Column) => Fragment,
): Fragment => jsonList(plain.map(columnSql))

/** The changes of a table after an insert of records. */
export const insertedInto = (records: readonly AnyRecord[]): readonly Change[] =>
  records.length > MAX_CHANGES ? [UNKNOWN] : records.map(after => ({ images: () => ({ after }) }))

/** The changes of a table after the removal of rows that `imageSql` has selected. */
export const removedFrom = (table: Table, rows: readonly Row[]): readonly Change[] =>
  rows.length > MAX_CHANGES
    ? [UNKNOWN]
    : rows.map(([cell]) => ({ images: once(() => ({ before: imageIn(table, cell) })) }))

/** The change of a record after some fields were written; `imageSql` was noted before, if at all. */
export const updatedIn = (table: Table, written: readonly string[], noted: unknown, after: AnyRecord): Change => ({
  fields: [...written, 'version'],
  images: noted === undefined ? undefined : once(() => ({ before: imageIn(table, noted), after })),
})

const imageIn = (table: Table, cell: unknown): AnyRecord => table.imageOf(JSON.parse(String(cell)))

/** Most changes concern no total: images are read when they are needed. */
function once(read: () => Images): () => Images {
  let images: Images | undefined
  return () => {
    images ??= read()
    return images
  }
}

/** Whether a field was written with the same value. */
export const isKept = ({ before, after }: Images, field: string): boolean =>
  before !== undefined && after !== undefined && field in before && before[field] === after[field]

/** Whether a condition holds for an image; `undefined` if the database may see it differently. */
export type ImageTest = (image: AnyRecord) => boolean | undefined

/** The test of images for a condition; `undefined` unless JavaScript decides it as every database does. */
export function imageTest(table: Table, condition: AnyCondition | undefined): ImageTest | undefined {
  const columns = new Set<Column>()
  if (condition !== undefined && !isPlain(table, condition, columns)) return undefined
  const test = recordTest(table.definition, condition, ({ collection }) => {
    throw new TypeError(`Row images do not cover records of ${collection}.`)
  })
  const read = [...columns]
  return image => (read.every(column => isCertain(column, image[column.field])) ? test(image) : undefined)
}

/** A condition on related records, which images do not contain. */
export type RelatedCondition = ExistsCondition | ExistsForEachCondition

/**
 * Whether an image matches a condition; `undefined` if the database may decide differently, or if it depends on data
 * that the image does not contain. `related` evaluates conditions on related records, if known.
 */
export function verdict(
  table: Table,
  condition: AnyCondition | undefined,
  image: AnyRecord,
  related: (condition: RelatedCondition) => boolean | undefined,
): boolean | undefined {
  if (condition === undefined) return true
  const of = (part: AnyCondition) => verdict(table, part, image, related)
  switch (condition.op) {
    case 'and':
      return verdictOfAll(condition.all.map(of))
    case 'or': {
      const none = verdictOfAll(condition.all.map(part => negated(of(part))))
      return negated(none)
    }
    case 'not':
      return negated(of(condition.condition))
    case 'exists':
    case 'existsForEach':
      return related(condition)
    default:
      return imageTest(table, condition)?.(image)
  }
}

const negated = (verdict: boolean | undefined): boolean | undefined => (verdict === undefined ? undefined : !verdict)

const verdictOfAll = (verdicts: readonly (boolean | undefined)[]): boolean | undefined =>
  verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true

/** Whether a condition only compares plain columns with values; adds the columns. */
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
  // A range of an index compares missing values as NULL.
  return table.plain.includes(column) && !(column.nullable && column.rare.length > 0)
}

/** Whether a value is stored unchanged: lone surrogates are not. */
function isPlainValue(value: Scalar): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'string' || isWhole(value)
}

/** Whether a text is the same in the database, where U+FFFD may represent bytes that are not text. */
const isWhole = (text: string) => !text.includes('\0') && !UNCERTAIN.test(text)

const UNCERTAIN = /\uFFFD|\p{Surrogate}/u

/** Whether a column stores exactly this value: databases convert values of other types. */
function isCertain({ kind, nullable }: Column, value: unknown): boolean {
  if (value === null) return nullable
  return kind === 'integer' ? Number.isSafeInteger(value) : typeof value === 'string' && isWhole(value)
}
