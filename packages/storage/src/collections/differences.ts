import type { BaseRecord, RecordChanges } from './base-record.js'

/**
 * Removes changes that do not change a field: a store would write the field again, including in every index that
 * contains it.
 */
export function differencesOf<R extends BaseRecord>(before: R, changes: RecordChanges<R>): RecordChanges<R> {
  const differences: { -readonly [K in keyof RecordChanges<R>]: RecordChanges<R>[K] } = { ...changes }
  for (const field of Object.keys(changes) as (keyof RecordChanges<R>)[]) {
    if (changes[field] === before[field]) delete differences[field]
  }
  return differences
}
