import { type StoreContents, where } from '../../storage/index.js'

/** The ids of all terms below some terms of a taxonomy: one query a level. */
export async function descendantIds(
  contents: Pick<StoreContents, 'terms'>,
  taxonomy: string,
  ids: readonly number[],
): Promise<readonly number[]> {
  const found = new Set<number>()
  let level = [...ids]
  while (level.length > 0) {
    const { records } = await contents.terms.find({
      where: where.terms.and(where.terms.eq('taxonomy', taxonomy), where.terms.in('parent', level)),
    })
    level = records.map(record => record.id).filter(id => !found.has(id))
    for (const id of level) found.add(id)
  }
  return [...found]
}
