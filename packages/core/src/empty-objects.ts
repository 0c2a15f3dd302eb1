/** How clients know an object without properties: as `{}`, or as `[]`. */
export type EmptyObjects = 'object' | 'list'

/** A value as clients see it: with `list`, objects without properties are empty lists, however deep in the value. */
export function presentEmptyObjects(value: unknown, as: EmptyObjects = 'object'): unknown {
  return as === 'object' ? value : asLists(value)
}

function asLists(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(asLists)
  const entries = Object.entries(value)
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([name, inner]) => [name, asLists(inner)]))
}
