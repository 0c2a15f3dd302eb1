import type { StoreSession } from '@platen/storage'
import { termsIn, whereTerms } from '../../../kernel/records/index.js'

/** The ids of each term and all its descendants, without duplicates; one query per level. */
export async function branchesOf(
  store: StoreSession,
  taxonomy: string,
  ids: readonly number[],
): Promise<readonly (readonly number[])[]> {
  const children = new Map<number, number[]>()
  const seen = new Set(ids)
  let level: readonly number[] = [...seen]
  while (level.length > 0) {
    const { records } = await termsIn(store).find({
      where: whereTerms.and(whereTerms.eq('taxonomy', taxonomy), whereTerms.in('parent', level)),
    })
    for (const { id, parent } of records) {
      const siblings = children.get(parent)
      if (siblings === undefined) children.set(parent, [id])
      else siblings.push(id)
    }
    level = records.map(record => record.id).filter(id => !seen.has(id))
    for (const id of level) seen.add(id)
  }
  return ids.map(id => {
    // Iterating over a set includes members that are added meanwhile.
    const branch = new Set([id])
    for (const term of branch) for (const child of children.get(term) ?? []) branch.add(child)
    return [...branch]
  })
}
