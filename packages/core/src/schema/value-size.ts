/** How deep a value may nest: the same limit applies to the JSON of requests. */
export const MAX_DEPTH = 512

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * The number of values within a value, itself included; undefined when it nests deeper than 512 levels or contains
 * itself. It does not recurse, because clients decide how deep values nest.
 */
export function sizeOf(value: unknown): number | undefined {
  if (!isContainer(value)) return 1
  let size = 1
  // A container that occurs several times is walked again only where it is nested deeper.
  const depths = new Map<object, number>([[value, 1]])
  const open: [container: object, depth: number][] = [[value, 1]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [container, depth] = next
    if (depth > MAX_DEPTH) return undefined
    for (const inner of Array.isArray(container) ? container : Object.values(container)) {
      size++
      if (!isContainer(inner) || (depths.get(inner) ?? 0) > depth) continue
      depths.set(inner, depth + 1)
      open.push([inner, depth + 1])
    }
  }
  return size
}
