/** Up to this number of parts, a value is checked part by part; for a larger one, writing it is faster. */
const MOST_PARTS = 256

/**
 * Throws a `TypeError` for a value without a JSON form, such as one that contains a `bigint` or itself, and any error of
 * its `toJSON`.
 */
export function requireJson(value: unknown): void {
  const type = typeof value
  if (type === 'string' || type === 'number' || type === 'boolean' || value === undefined || value === null) return
  if (countPlain(value, MOST_PARTS) < 0) JSON.stringify(value)
}

/** Subtracts the number of parts of a value from `room`; negative if the value must be written to be sure. */
function countPlain(value: unknown, room: number): number {
  if (room <= 0 || typeof value === 'bigint') return -1
  if (typeof value !== 'object' || value === null) return room - 1
  if ('toJSON' in value) return -1
  let left = room - 1
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    left = countPlain(part, left)
    if (left < 0) return left
  }
  return left
}
