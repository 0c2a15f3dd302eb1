import { where } from '../../features/built-in-collections.js'
import { publishedObjects } from '../../features/terms/term-counts.js'
import type { Taxonomy } from '../../registrations/taxonomies.js'
import type { SiteContext } from '../../site-context.js'
import { allNodes, type TermNode } from './term-tree.js'

/** So many branches of a taxonomy are counted; of further ones, only the term itself. */
const MAX_BRANCHES = 100

/** The ids of the term of a node and of those below it. */
const branchIds = (node: TermNode): readonly number[] => allNodes([node]).map(({ term }) => term.id)

/**
 * How many published objects have a term or one below it, by the id of the term: an object with several of them counts
 * once. Only for terms with used terms below them, one query for each.
 */
export async function countBranches(
  site: SiteContext,
  taxonomy: Taxonomy,
  tree: readonly TermNode[],
): Promise<ReadonlyMap<number, number>> {
  const { and, exists } = where.posts
  const branches = allNodes(tree).filter(({ below }) => allNodes(below).some(({ term }) => term.count > 0))
  const counts = await Promise.all(
    branches.slice(0, MAX_BRANCHES).map(async node => {
      const inBranch = where.assignments.in('term', branchIds(node))
      const assigned = exists(where.assignments, { foreign: 'object', local: 'id' }, inBranch)
      return [node.term.id, await site.store.posts.count(and(publishedObjects(site, taxonomy), assigned))] as const
    }),
  )
  return new Map(counts)
}
