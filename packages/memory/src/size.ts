import type { BaseSession } from './session.js'

/** The number of rows of a collection that are measured; the others are estimated by their average. */
const MEASURED = 1000

/** The approximate size in bytes of the rows of a store, as JSON. */
export function sizeOf({ collections, options }: BaseSession): number {
  let size = sizeOfRows(options.all())
  for (const { rows } of collections.values()) size += sizeOfRows(rows.all())
  return size
}

function sizeOfRows(rows: Iterable<object>): number {
  let count = 0
  let measured = 0
  for (const row of rows) {
    if (count < MEASURED) measured += JSON.stringify(row).length
    count += 1
  }
  return count > MEASURED ? Math.round((measured / MEASURED) * count) : measured
}
