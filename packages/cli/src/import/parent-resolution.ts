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
  const waiting: { readonly child: number; readonly parentKey: K }[] = []

  async function isAncestor(wanted: number, of: number, made: ReadonlyMap<number, number>): Promise<boolean> {
    const seen = new Set<number>()
    for (let id = of; id !== 0 && !seen.has(id); id = made.get(id) ?? (await storedParentOf(id))) {
      if (id === wanted) return true
      seen.add(id)
    }
    return false
  }

  return {
    await: (child, parentKey) => void waiting.push({ child, parentKey }),
    async resolve(idOf) {
      const made = new Map<number, number>()
      for (const { child, parentKey } of waiting.splice(0)) {
        const parent = idOf(parentKey)
        const isFit = parent !== undefined && !(await isAncestor(child, parent, made))
        made.set(child, isFit ? parent : 0)
      }
      return [...made].map(([child, parent]) => ({ child, parent }))
    },
  }
}
