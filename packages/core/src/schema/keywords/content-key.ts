interface Level {
  readonly container: object
  readonly entries: Iterator<[name: string | number, member: unknown]>
  readonly end: string
}

/**
 * A text that two values share exactly when their contents are equal, whatever the order of properties. It walks
 * instead of recursing, because how deep a value nests is up to the client.
 */
export function contentKey(value: unknown): string {
  const parts: string[] = []
  const levels: Level[] = []
  const open = new Set<unknown>()

  const enter = (entered: unknown) => {
    if (typeof entered !== 'object' || entered === null) {
      parts.push(typeof entered === 'string' ? JSON.stringify(entered) : String(entered))
    } else if (open.has(entered)) {
      parts.push('cycle')
    } else {
      const isList = Array.isArray(entered)
      const entries = isList ? entered.entries() : Object.entries(entered).sort(byName).values()
      levels.push({ container: entered, entries, end: isList ? ']' : '}' })
      open.add(entered)
      parts.push(isList ? '[' : '{')
    }
  }

  enter(value)
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { done, value: entry } = level.entries.next()
    if (done) {
      parts.push(level.end)
      open.delete(level.container)
      levels.pop()
    } else {
      parts.push(typeof entry[0] === 'string' ? `${JSON.stringify(entry[0])}:` : ',')
      enter(entry[1])
    }
  }
  return parts.join('')
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}
