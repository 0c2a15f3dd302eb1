/** Clients of this interface know an empty map as `[]`, however deep in a value it is. */
export function emptyMapsAsLists(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(emptyMapsAsLists)
  const entries = Object.entries(value)
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([name, inner]) => [name, emptyMapsAsLists(inner)]))
}
