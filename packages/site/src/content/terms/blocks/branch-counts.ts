import { groupBy } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import { type AssignmentRecord, assignmentsIn, whereAssignments, wherePosts } from '../../../kernel/records/index.js'
import { publishedObjects } from '../../posts/index.js'
import type { Taxonomy } from '../../types/index.js'
import { allNodes, type TermNode } from './term-tree.js'

/** The maximum number of objects in branches that are checked one by one. */
const MAX_OBJECTS = 20_000

const branchesOf = (tree: readonly TermNode[]): readonly (readonly TermNode[])[] =>
  allNodes(tree)
    .map(node => allNodes([node]))
    .filter(([, ...below]) => below.some(({ term }) => term.count > 0))

/**
 * The number of published objects that have a term or one of its descendants, by the id of the term; only for terms
 * with used descendants. An object with several of these terms counts once, with one query; in taxonomies with very
 * many objects, it counts once for each term.
 */
export async function countBranches(
  site: SiteContext,
  taxonomy: Taxonomy,
  tree: readonly TermNode[],
): Promise<ReadonlyMap<number, number>> {
  const branches = branchesOf(tree)
  const used = new Map(branches.flat().map(({ term }) => [term.id, term.count]))
  const total = [...used.values()].reduce((sum, count) => sum + count, 0)
  if (branches.length === 0 || total === 0) return new Map()
  const assigned = total > MAX_OBJECTS ? undefined : await publishedByTerm(site, taxonomy, [...used.keys()])
  return new Map(
    branches.map(branch => {
      const count =
        assigned === undefined
          ? branch.reduce((sum, { term }) => sum + term.count, 0)
          : new Set(branch.flatMap(({ term }) => objectsIn(assigned.get(term.id)))).size
      return [branch[0]?.term.id ?? 0, count]
    }),
  )
}

const objectsIn = (assigned: readonly AssignmentRecord[] = []) => assigned.map(({ object }) => object)

/** The assignments of published objects to terms, by term. */
async function publishedByTerm(
  site: SiteContext,
  taxonomy: Taxonomy,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly AssignmentRecord[]>> {
  const { and, exists, in: isIn } = whereAssignments
  const published = publishedObjects(site, taxonomy)
  const { records } = await assignmentsIn(site.store).find({
    where: and(isIn('term', ids), exists(wherePosts, { foreign: 'id', local: 'object' }, published)),
  })
  return groupBy(records, ({ term }) => term)
}
