import type { BaseRecord } from './collections/base-record.js'
import type { Column } from './collections/columns.js'

/** Where a record names its omitted fields; copies of the record do not have it. */
const OMITTED = Symbol('omitted fields')
const NONE: readonly string[] = Object.freeze([])

/** The fields of a record that were not loaded, because their texts are longer than `maxTextBytes` of the query. */
export function omittedFields(record: object): readonly string[] {
  // Only `omitFields` sets it.
  const fields: readonly string[] | undefined = Reflect.get(record, OMITTED)
  return fields ?? NONE
}

/** For stores: a frozen copy of a record without these fields; their texts are empty, and JSON values `null`. */
export function omitFields<R extends object>(
  record: R,
  fields: readonly string[],
  columns: Readonly<Record<string, Pick<Column, 'kind'>>>,
): R {
  const empty = fields.map(field => [field, columns[field]?.kind === 'text' ? '' : null] as const)
  const cut = { ...record, ...Object.fromEntries(empty) }
  Object.defineProperty(cut, OMITTED, { value: Object.freeze([...fields]) })
  return Object.freeze(cut)
}

/** The record whole: loaded again if fields of it are omitted; `undefined` if it no longer exists. */
export const wholeRecord = async <R extends BaseRecord>(
  record: R,
  collection: { get(id: number): Promise<R | undefined> },
): Promise<R | undefined> => (omittedFields(record).length === 0 ? record : collection.get(record.id))
