/** A child and its resolved parent. */
export interface ParentLink {
  readonly child: number
  readonly parent: number
}

/** Children whose parents may follow later in the file; `K` identifies a parent in the file. */
export interface ParentResolution<K> {
  await(child: number, parentKey: K): void
  /** The links of all children, in order; the parent is 0 when it is missing or would close a cycle. */
  resolve(idOf: (parentKey: K) => number | undefined): Promise<readonly ParentLink[]>
}

/** Starts without children; `storedParentOf` resolves with the parent of a stored record, or 0. */
export function createParentResolution<K>(storedParentOf: (id: number) => Promise<number>): ParentResolution<K> {
  const awaiting = new Map<number, K>()

  return {
    await: (child, parentKey) => void awaiting.set(child, parentKey),
    async resolve(idOf) {
      const links = new Map<number, number>()
      const pending = new Set(awaiting.keys())
      // Ancestors found so far, with paths compressed, so that no chain is walked twice.
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
      for (const [child, parentKey] of awaiting) {
        const parent = idOf(parentKey)
        const isValid = parent !== undefined && (await topOf(parent)) !== child
        links.set(child, isValid ? parent : 0)
        above.set(child, isValid ? parent : 0)
        pending.delete(child)
      }
      awaiting.clear()
      return [...links].map(([child, parent]) => ({ child, parent }))
    },
  }
}
