import type { BaseRecord } from './collections/base-record.js'
import type { Column } from './collections/columns.js'

const omitted = new WeakMap<object, readonly string[]>()
const NONE: readonly string[] = Object.freeze([])

/** The fields of a record that were not loaded, because their texts are longer than `maxTextBytes` of the query. */
export const omittedFields = (record: object): readonly string[] => omitted.get(record) ?? NONE

/** For stores: a frozen copy of a record without these fields; their texts are empty, and JSON values `null`. */
export function omitFields<R extends object>(
  record: R,
  fields: readonly string[],
  columns: Readonly<Record<string, Pick<Column, 'kind'>>>,
): R {
  const empty = fields.map(field => [field, columns[field]?.kind === 'text' ? '' : null] as const)
  const cut = Object.freeze({ ...record, ...Object.fromEntries(empty) })
  omitted.set(cut, Object.freeze([...fields]))
  return cut
}

/** The record whole: loaded again if fields of it are omitted; `undefined` if it no longer exists. */
export const wholeRecord = async <R extends BaseRecord>(
  record: R,
  collection: { get(id: number): Promise<R | undefined> },
): Promise<R | undefined> => (omittedFields(record).length === 0 ? record : collection.get(record.id))
