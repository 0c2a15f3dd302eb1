import type { StoreSession } from '@platen/storage'
import { termsIn, whereTerms } from '../../kernel/records/index.js'
import type { Taxonomy } from '../types/index.js'

/**
 * The ids of empty terms with nonempty descendants, which would be cut off if these terms were hidden. Takes one query
 * per level.
 */
export async function emptyAncestors(store: StoreSession, taxonomy: Taxonomy): Promise<readonly number[]> {
  const { and, eq, gt, in: isIn, ne } = whereTerms
  const found = new Set<number>()
  const filled = and(eq('taxonomy', taxonomy.name), gt('count', 0), ne('parent', 0))
  let { records } = await termsIn(store).find({ where: filled })
  while (records.length > 0) {
    const above = [...new Set(records.map(term => term.parent))].filter(id => id !== 0 && !found.has(id))
    for (const id of above) found.add(id)
    records = above.length === 0 ? [] : (await termsIn(store).find({ where: isIn('id', above) })).records
  }
  return [...found]
}
