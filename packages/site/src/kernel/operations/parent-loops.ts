/** A record and its new parent; 0 for none. */
export interface ParentLink {
  readonly id: number
  readonly parent: number
}

/**
 * Returns the links, with a parent of 0 where a record would become its own ancestor; earlier links take precedence.
 * `storedParentOf` reads the parent of a stored record. No chain of parents is walked twice.
 */
export async function withoutLoops<L extends ParentLink>(
  links: readonly L[],
  storedParentOf: (id: number) => Promise<number>,
): Promise<readonly L[]> {
  const pending = new Set(links.map(({ id }) => id))
  /** Ancestors found so far, with paths compressed. */
  const above = new Map<number, number>()
  const topOf = async (id: number): Promise<number> => {
    const passed = new Set<number>()
    let top = id
    // Loops that other writers left have no end.
    for (let next = top; next !== 0 && !passed.has(next); ) {
      top = next
      passed.add(top)
      next = above.get(top) ?? (pending.has(top) ? 0 : await storedParentOf(top))
    }
    for (const each of passed) if (each !== top) above.set(each, top)
    return top
  }
  const checked: L[] = []
  for (const link of links) {
    const parent = (await topOf(link.parent)) === link.id ? 0 : link.parent
    above.set(link.id, parent)
    pending.delete(link.id)
    checked.push({ ...link, parent })
  }
  return checked
}
