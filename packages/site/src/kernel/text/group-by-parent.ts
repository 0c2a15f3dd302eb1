import { groupBy } from '@platen/core'

/** Groups values by the id of the value above them. Those whose parent is not among them are at the top, below 0. */
export function groupByParent<T>(
  values: readonly T[],
  linkOf: (value: T) => { readonly id: number; readonly parent: number },
): ReadonlyMap<number, readonly T[]> {
  const ids = new Set(values.map(value => linkOf(value).id))
  return groupBy(values, value => {
    const { parent } = linkOf(value)
    return ids.has(parent) ? parent : 0
  })
}
