/** A child that is to get its parent. */
export interface ParentLink {
  readonly child: number
  readonly parent: number
}

/** Children whose parents are not known yet; `K` is what the file calls a parent. */
export interface ParentResolution<K> {
  await(child: number, parentKey: K): void
  /** Everybody's link, in the order of waiting; 0 for a parent that is not there or that would make a loop. */
  resolve(idOf: (parentKey: K) => number | undefined): Promise<readonly ParentLink[]>
}

/** Starts with nobody waiting; `storedParentOf` tells the parent that a record has already, or 0. */
export function createParentResolution<K>(storedParentOf: (id: number) => Promise<number>): ParentResolution<K> {
  const waiting = new Map<number, K>()

  return {
    await: (child, parentKey) => void waiting.set(child, parentKey),
    async resolve(idOf) {
      const made = new Map<number, number>()
      const pending = new Set(waiting.keys())
      // Who is above, as far as it was found out: shortened, so that no chain is walked twice.
      const above = new Map<number, number>()
      const topOf = async (id: number): Promise<number> => {
        const passed = new Set<number>()
        let top = id
        for (let next = top; next !== 0 && !passed.has(next); ) {
          top = next
          passed.add(top)
          next = above.get(top) ?? (pending.has(top) ? 0 : await storedParentOf(top))
        }
        for (const each of passed) if (each !== top) above.set(each, top)
        return top
      }
      for (const [child, parentKey] of waiting) {
        const parent = idOf(parentKey)
        const isFit = parent !== undefined && (await topOf(parent)) !== child
        made.set(child, isFit ? parent : 0)
        above.set(child, isFit ? parent : 0)
        pending.delete(child)
      }
      waiting.clear()
      return [...made].map(([child, parent]) => ({ child, parent }))
    },
  }
}
