import { type AnyRecord, type Related, StoreError } from '@platen/storage'

/** Throws the `StoreError` `too_large` if the texts of the records, or those of their relations, exceed a length. */
export function requireLength(records: readonly AnyRecord[], related: Related, maxLength: number): void {
  const lists = [records, ...Object.values(related).map(values => [...values.values()].flat())]
  for (const list of lists) {
    let length = 0
    for (const record of list) {
      for (const value of Object.values(Object(record))) length += lengthOf(value)
    }
    if (length > maxLength) throw new StoreError('too_large', 'The texts of the records are too long.')
  }
}

/** Values of JSON are small, or texts as a rule. */
const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)
