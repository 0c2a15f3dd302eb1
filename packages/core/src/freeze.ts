/** Freezes a value deeply, except functions. Other code may have frozen a value, but not its members. */
export function freezeDeep<T>(value: T, visited = new Set<object>()): T {
  if (value === null || typeof value !== 'object' || visited.has(value)) return value
  visited.add(value)
  Object.freeze(value)
  for (const inner of Object.values(value)) freezeDeep(inner, visited)
  return value
}
