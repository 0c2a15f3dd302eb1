/** How an object without properties is written: as `{}` or as `[]`. */
export type EmptyObjects = 'object' | 'list'

/** Prepares a value for clients: with `list`, empty objects at any depth become empty lists. */
export function presentEmptyObjects(value: unknown, as: EmptyObjects = 'object'): unknown {
  return as === 'object' ? value : asLists(value)
}

function asLists(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(asLists)
  const entries = Object.entries(value)
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([name, inner]) => [name, asLists(inner)]))
}
