/** How deep values nest that are walked to their end; JSON that a request brings nests no deeper either. */
export const MAX_DEPTH = 512

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * How many values a value holds, itself included; undefined when it nests deeper than 512 levels, or contains itself.
 * It does not recurse: how deep a value nests is up to whoever sends it.
 */
export function sizeOf(value: unknown): number | undefined {
  if (!isContainer(value)) return 1
  let size = 1
  // A list that stands in several places is walked again only where it stands deeper.
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
