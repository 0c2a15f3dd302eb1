import type { BaseRecord, RecordChanges } from './base-record.js'

/** Changes without those that leave a field as it is: a store would write it anew, into every index that has it, too. */
export function differencesOf<R extends BaseRecord>(before: R, changes: RecordChanges<R>): RecordChanges<R> {
  const differences: { -readonly [K in keyof RecordChanges<R>]: RecordChanges<R>[K] } = { ...changes }
  for (const field of Object.keys(changes) as (keyof RecordChanges<R>)[]) {
    if (changes[field] === before[field]) delete differences[field]
  }
  return differences
}
