import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { StoreSession } from '../../storage/index.js'
import { where } from '../built-in-collections.js'

/**
 * The ids of empty terms with nonempty descendants, which would be cut off if these terms were hidden. Takes one query
 * per level.
 */
export async function emptyAncestors(
  store: Pick<StoreSession, 'terms'>,
  taxonomy: Taxonomy,
): Promise<readonly number[]> {
  const { and, eq, gt, in: isIn, ne } = where.terms
  const found = new Set<number>()
  const filled = and(eq('taxonomy', taxonomy.name), gt('count', 0), ne('parent', 0))
  let { records } = await store.terms.find({ where: filled })
  while (records.length > 0) {
    const above = [...new Set(records.map(term => term.parent))].filter(id => id !== 0 && !found.has(id))
    for (const id of above) found.add(id)
    records = above.length === 0 ? [] : (await store.terms.find({ where: isIn('id', above) })).records
  }
  return [...found]
}
