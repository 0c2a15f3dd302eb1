import type { TermRecord } from '../../../kernel/records/index.js'
import { groupByParent } from '../../../kernel/text/index.js'

/** Deeper levels are not shown. */
const MAX_LEVELS = 20

/** A term with the terms below it. */
export interface TermNode {
  readonly term: TermRecord
  readonly below: readonly TermNode[]
  /** The terms above it, the nearest first. */
  readonly above: readonly TermRecord[]
}

/** The branches of a taxonomy. Terms in a loop of parents are on no branch. */
export function termTree(terms: readonly TermRecord[]): readonly TermNode[] {
  const groups = groupByParent(terms, term => term)
  const nodes = (parent: number, above: readonly TermRecord[]): readonly TermNode[] =>
    above.length === MAX_LEVELS
      ? []
      : (groups.get(parent) ?? []).map(term => ({ term, above, below: nodes(term.id, [term, ...above]) }))
  return nodes(0, [])
}

/** All nodes of some branches, each before those below it. */
export const allNodes = (nodes: readonly TermNode[]): readonly TermNode[] =>
  nodes.flatMap(node => [node, ...allNodes(node.below)])

/** The branches with at least one published object. */
export const filledBranches = (nodes: readonly TermNode[]): readonly TermNode[] =>
  nodes.flatMap(node => {
    const below = filledBranches(node.below)
    return node.term.count > 0 || below.length > 0 ? [{ ...node, below }] : []
  })
