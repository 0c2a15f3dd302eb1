import { escapeUrl } from '@platen/rendering'
import { escapedText } from '../../../kernel/options/index.js'
import { compareNames } from '../../../kernel/text/index.js'
import { termLink } from '../../posts/index.js'
import type { Taxonomy } from '../../types/index.js'
import type { TermScope } from './taxonomy-terms.js'
import { allNodes, filledBranches, type TermNode } from './term-tree.js'

/** The attributes of `core/categories` that select terms and their presentation. */
export interface TermsListAttributes {
  readonly showHierarchy: boolean
  readonly showPostCounts: boolean
  readonly showOnlyTopLevel: boolean
  readonly showEmpty: boolean
}

/** The terms of a list, and the numbers of objects in their branches. */
export interface ListedTerms {
  readonly taxonomy: Taxonomy
  readonly tree: readonly TermNode[]
  readonly branchCounts: ReadonlyMap<number, number>
}

/** The nodes that a list shows: branches, or single terms in the order of their names. */
export function shownNodes(
  { taxonomy, tree }: ListedTerms,
  { showHierarchy, showOnlyTopLevel, showEmpty }: TermsListAttributes,
): readonly TermNode[] {
  const isNested = showHierarchy && taxonomy.hierarchical
  const kept = showEmpty || !isNested ? tree : filledBranches(tree)
  if (showOnlyTopLevel) {
    const top = kept.map(node => ({ ...node, below: [] }))
    return showEmpty || isNested ? top : top.filter(({ term }) => term.count > 0)
  }
  if (isNested) return kept
  return allNodes(tree)
    .filter(({ term }) => showEmpty || term.count > 0)
    .map(node => ({ ...node, below: [] }))
    .sort((a, b) => compareNames(a.term.name, b.term.name))
}

/** The number of published objects of a list node. */
export const countOf = (
  { term }: TermNode,
  { branchCounts }: ListedTerms,
  { showHierarchy, showOnlyTopLevel }: TermsListAttributes,
): number => (showHierarchy && !showOnlyTopLevel ? branchCounts.get(term.id) : undefined) ?? term.count

/** The items of a list of terms, with those below them. */
export function termItems(
  nodes: readonly TermNode[],
  list: ListedTerms | undefined,
  attributes: TermsListAttributes,
  scope: TermScope,
  level = 0,
): string {
  if (list === undefined) return ''
  const { site, options } = scope
  const indent = '\t'.repeat(level)
  return nodes
    .map(node => {
      const { term, above, below } = node
      const link = `<a href="${escapeUrl(termLink(site, term, above, options))}">${escapedText(term.name)}</a>`
      const count = attributes.showPostCounts ? ` (${countOf(node, list, attributes)})` : ''
      const inner =
        below.length === 0
          ? ''
          : `${indent}<ul class='children'>\n${termItems(below, list, attributes, scope, level + 1)}${indent}</ul>\n`
      return `	<li class="cat-item cat-item-${term.id}">${link}${count}\n${inner}</li>\n`
    })
    .join('')
}
