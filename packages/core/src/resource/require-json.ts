/** How many parts of a value are looked at one by one; writing a larger one is quicker. */
const MOST_PARTS = 256

/**
 * Throws a `TypeError` for a value that JSON cannot hold, such as one that contains a `bigint` or itself, and whatever its
 * `toJSON` throws.
 */
export function requireJson(value: unknown): void {
  const type = typeof value
  if (type === 'string' || type === 'number' || type === 'boolean' || value === undefined || value === null) return
  if (countPlain(value, MOST_PARTS) < 0) JSON.stringify(value)
}

/** What is left of `room` when every part of a value has taken one; negative when there is doubt. */
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
