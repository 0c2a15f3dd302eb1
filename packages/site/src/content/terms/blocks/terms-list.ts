import { wrapperAttributes } from '@platen/rendering'
import {
  BORDER,
  COLORS,
  createHtmlBudget,
  defineBlock,
  type HtmlBudget,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  TYPOGRAPHY,
} from '../../../kernel/blocks/index.js'
import { escapedText } from '../../../kernel/options/index.js'
import { countBranches } from './branch-counts.js'
import { loadTaxonomyTerms, type TaxonomyTerms } from './taxonomy-terms.js'
import { type TermNode, termTree } from './term-tree.js'
import { termDropdown } from './terms-dropdown.js'
import { shownNodes, termItems } from './terms-list-html.js'

const NAME = 'wp-block-categories'

interface LoadedList extends TaxonomyTerms {
  readonly tree: readonly TermNode[]
  /** How many objects the branches below terms have; empty if no use shows that. */
  readonly branchCounts: ReadonlyMap<number, number>
}

interface TermsLists {
  readonly lists: ReadonlyMap<string, LoadedList>
  readonly within: HtmlBudget
}

/** `core/categories`: the terms of a taxonomy, as a list or a dropdown. */
export const termsList = defineBlock({
  name: 'core/categories',
  apiVersion: 3,
  title: 'Terms List',
  category: 'widgets',
  description: 'The terms of a taxonomy, as a list or a menu.',
  keywords: ['categories'],
  usesContext: ['enhancedPagination'],
  supports: {
    anchor: true,
    align: true,
    html: false,
    spacing: SPACING_WITHOUT_CONTROLS,
    typography: TYPOGRAPHY,
    color: COLORS,
    interactivity: INTERACTIVITY,
    __experimentalBorder: BORDER,
  },
  attributes: {
    taxonomy: { type: 'string', default: 'category' },
    displayAsDropdown: { type: 'boolean', default: false },
    showHierarchy: { type: 'boolean', default: false },
    showPostCounts: { type: 'boolean', default: false },
    showOnlyTopLevel: { type: 'boolean', default: false },
    showEmpty: { type: 'boolean', default: false },
    label: { type: 'string', role: 'content' },
    showLabel: { type: 'boolean', default: true },
  },
  async load(uses, scope): Promise<TermsLists> {
    const loaded = await loadTaxonomyTerms(
      uses.map(({ attributes }) => attributes.taxonomy),
      scope,
    )
    const showsBranches = new Set(
      uses
        .filter(({ attributes: { showPostCounts, showHierarchy, showOnlyTopLevel } }) => {
          return showPostCounts && showHierarchy && !showOnlyTopLevel
        })
        .map(({ attributes }) => attributes.taxonomy),
    )
    const lists = [...loaded].map(async ([name, { taxonomy, terms }]) => {
      const tree = termTree(terms)
      const isCounted = taxonomy.hierarchical && showsBranches.has(name)
      const branchCounts = isCounted ? await countBranches(scope.site, taxonomy, tree) : new Map<number, number>()
      return [name, { taxonomy, terms, tree, branchCounts }] as const
    })
    return { lists: new Map(await Promise.all(lists)), within: createHtmlBudget() }
  },

  render(attributes, _content, { lists, within }, scope) {
    const { taxonomy: name, displayAsDropdown } = attributes
    const list = lists.get(name)
    const nodes = list === undefined ? [] : shownNodes(list, attributes)
    const id = `${NAME}-${scope.count(NAME)}`
    const classes = [`${NAME}-${displayAsDropdown ? 'dropdown' : 'list'}`, `${NAME}-taxonomy-${name}`]
    if (displayAsDropdown) {
      const html = list === undefined ? '' : termDropdown(list, nodes, attributes, id, scope)
      return `<div${wrapperAttributes(scope, classes)}>${within(html)}</div>`
    }
    const none = list?.taxonomy.hierarchical === true ? 'No categories' : 'No tags'
    const empty = list === undefined ? '' : `<li class="cat-item-none">${escapedText(none)}</li>`
    const html = nodes.length === 0 ? empty : termItems(nodes, list, attributes, scope)
    return `<ul${wrapperAttributes(scope, classes)}>${within(html)}</ul>`
  },
})
