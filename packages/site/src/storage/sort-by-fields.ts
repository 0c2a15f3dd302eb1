import { fold } from '@platen/rendering'
import type { BaseRecord } from './base-record.js'
import { compareText } from './compare-text.js'
import type { Order } from './query.js'

/**
 * Sorts a few records as a store would, by the fields of an order that contain text or numbers; other steps are
 * ignored.
 */
export function sortByFields<R extends BaseRecord>(records: readonly R[], order: readonly Order<R>[]): readonly R[] {
  if (records.length < 2) return records
  const steps = order.filter(step => step.by === 'field')
  const keyed = records.map(record => ({
    record,
    keys: steps.map(({ field, folded }) => {
      const value: unknown = record[field]
      return folded === true ? fold(String(value)) : value
    }),
  }))
  return keyed
    .sort((a, b) => {
      for (const [index, { direction }] of steps.entries()) {
        const compared = compareKeys(a.keys[index], b.keys[index])
        if (compared !== 0) return direction === 'desc' ? -compared : compared
      }
      return 0
    })
    .map(({ record }) => record)
}

const compareKeys = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
