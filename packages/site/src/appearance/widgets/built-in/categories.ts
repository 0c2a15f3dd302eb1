import { escapeUrl } from '@platen/rendering'
import {
  countBranches,
  type ListedTerms,
  loadTaxonomyTerms,
  shownNodes,
  type TermsListAttributes,
  termItems,
  termOptions,
  termTree,
} from '../../../content/terms/index.js'
import { createHtmlBudget, dropdownScript } from '../../../kernel/blocks/index.js'
import { defineWidget } from '../define-widget.js'
import { switchField, titleField } from '../widget-field.js'
import { widgetTitle } from '../widget-scope.js'

const CATEGORY = 'category'
const FIRST = 'Select Category'

function dropdownHtml(
  list: ListedTerms | undefined,
  attributes: TermsListAttributes,
  { id, url, label }: Readonly<Record<'id' | 'url' | 'label', string>>,
): string {
  const options =
    list === undefined ? '' : termOptions(shownNodes(list, attributes), list, attributes, term => String(term.id))
  return `<form action="${escapeUrl(url)}" method="get"><label class="screen-reader-text" for="${id}">${label}</label><select  name='cat' id='${id}' class='postform'>
\t<option value='-1'>${FIRST}</option>
${options}</select>
</form>${dropdownScript(id, { name: 'cat', url })}`
}

/** The categories of posts, as a list or as a menu. */
export const categoriesWidget = defineWidget({
  idBase: 'categories',
  name: 'Categories',
  description: 'The categories of your posts.',
  className: 'widget_categories',
  fields: {
    title: titleField(),
    count: switchField('Show how many posts there are'),
    hierarchical: switchField('Show which are below others'),
    dropdown: switchField('Show a menu'),
  },
  async load(instances, scope): Promise<{ list: ListedTerms | undefined; within: (html: string) => string }> {
    const terms = (await loadTaxonomyTerms([CATEGORY], scope)).get(CATEGORY)
    const within = createHtmlBudget()
    if (terms === undefined) return { list: undefined, within }
    const tree = termTree(terms.terms)
    const isCounted = instances.some(({ count, hierarchical }) => count === 1 && hierarchical === 1)
    const branchCounts = isCounted ? await countBranches(scope.site, terms.taxonomy, tree) : new Map<number, number>()
    return { list: { taxonomy: terms.taxonomy, tree, branchCounts }, within }
  },
  render({ title, count, hierarchical, dropdown }, { list, within }, scope) {
    const name = title || 'Categories'
    const heading = scope.title(name)
    const attributes = {
      showHierarchy: hierarchical === 1,
      showPostCounts: count === 1,
      showOnlyTopLevel: false,
      showEmpty: false,
    }
    if (dropdown === 1) {
      const label = widgetTitle(name, scope.site)
      const id = `categories-dropdown-${scope.number}`
      return heading + within(dropdownHtml(list, attributes, { id, url: scope.site.url, label }))
    }
    const nodes = list === undefined ? [] : shownNodes(list, attributes)
    const items =
      nodes.length === 0
        ? '<li class="cat-item-none">No categories</li>'
        : within(termItems(nodes, list, attributes, scope))
    return `${heading}\n\t\t\t<ul>\n\t\t\t\t${items}\t\t\t</ul>\n\n\t\t\t`
  },
})
