import { StoreError } from '@platen/storage'
import type { Call, Result, Row } from './work.js'

/** Checks the rows of a call one by one; throws the `StoreError` `too_large` once their texts exceed its limit. */
export function textLimit({ maxLength = Number.POSITIVE_INFINITY }: Pick<Call, 'maxLength'>): (row: Row) => void {
  let length = 0
  return row => {
    for (const cell of row) if (typeof cell === 'string') length += cell.length
    if (length > maxLength) throw tooLarge()
  }
}

/** The result of a call whose driver may not have checked the limit; throws like {@link textLimit}. */
export function withinLimit(call: Pick<Call, 'maxLength'>, result: Result): Result {
  if (call.maxLength !== undefined) result.rows.forEach(textLimit(call))
  return result
}

export const tooLarge = (): StoreError => new StoreError('too_large', 'The texts of the records are too long.')
