/** Groups values by a key, in the order in which the keys first occur, as `Map.groupBy` of ECMAScript 2024 does. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
