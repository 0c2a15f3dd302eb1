import type { BaseRecord } from '../collections/base-record.js'
import { fold } from '../folding/fold.js'
import { compareText } from './compare-text.js'
import type { Order } from './query.js'

/**
 * Sorts a few records as a store would, by the fields of an order that contain text or numbers; other steps are
 * ignored.
 */
export const sortByFields = <R extends BaseRecord>(records: readonly R[], order: readonly Order<R>[]): readonly R[] =>
  fieldSorter(order)(records)

/** Creates a function like `sortByFields` for lists that share records: the keys of each record are computed once. */
export function fieldSorter<R extends BaseRecord>(order: readonly Order<R>[]): (records: readonly R[]) => readonly R[] {
  const steps = order.filter(step => step.by === 'field')
  const known = new Map<R, readonly unknown[]>()
  const keysOf = (record: R): readonly unknown[] => {
    const found = known.get(record)
    if (found !== undefined) return found
    const keys = steps.map(({ field, folded }) => {
      const value: unknown = record[field]
      return folded === true ? fold(String(value)) : value
    })
    known.set(record, keys)
    return keys
  }
  const compare = (a: R, b: R): number => {
    const [ofA, ofB] = [keysOf(a), keysOf(b)]
    for (let at = 0; at < steps.length; at++) {
      const compared = compareKeys(ofA[at], ofB[at])
      if (compared !== 0) return steps[at]?.direction === 'desc' ? -compared : compared
    }
    return 0
  }
  return records => (records.length < 2 ? records : [...records].sort(compare))
}

const compareKeys = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
