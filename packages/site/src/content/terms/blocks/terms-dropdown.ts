import { decodeEntities, escapeAttribute, escapeHtml, filterHtml } from '@platen/rendering'
import { type BlockScope, dropdownScript } from '../../../kernel/blocks/index.js'
import { escapedText } from '../../../kernel/options/index.js'
import type { TermNode } from './term-tree.js'
import { countOf, type ListedTerms, type TermsListAttributes } from './terms-list-html.js'

const NAME = 'wp-block-categories'
const NONE = '-1'
const INDENT = '&nbsp;'.repeat(3)

/** The options of a dropdown of terms; `identify` returns the value of each. */
export function termOptions(
  nodes: readonly TermNode[],
  list: ListedTerms,
  attributes: TermsListAttributes,
  identify: (term: TermNode['term']) => string,
  level = 0,
): string {
  return nodes
    .map(node => {
      const { term, below } = node
      const count = attributes.showPostCounts ? `&nbsp;&nbsp;(${countOf(node, list, attributes)})` : ''
      const text = `${INDENT.repeat(level)}${termNameText(term.name)}${count}`
      const option = `	<option class="level-${level}" value="${escapeAttribute(identify(term))}">${text}</option>
`
      return option + termOptions(below, list, attributes, identify, level + 1)
    })
    .join('')
}

/** A dropdown of terms, whose script opens the archive of the chosen one. */
export function termDropdown(
  list: ListedTerms,
  nodes: readonly TermNode[],
  attributes: TermsListAttributes & { readonly label?: string | undefined; readonly showLabel: boolean },
  id: string,
  { site }: BlockScope,
): string {
  const { labels, queryVar } = list.taxonomy
  const { label, showLabel } = attributes
  const parameter = queryVar === false ? 'taxonomy' : queryVar
  const text = label ? filterHtml(label, 'title') : escapedText(labels['name'] ?? '')
  const classes = `${NAME}__label${showLabel ? '' : ' screen-reader-text'}`
  const selected = nodes.length === 0 ? " selected='selected'" : ''
  return `<label class="${classes}" for="${id}">${text}</label><select  name='${escapeAttribute(parameter)}' id='${id}' class='postform'>
	<option value='${NONE}'${selected}>Select ${escapedText(labels['singular_name'] ?? '')}</option>
${termOptions(nodes, list, attributes, ({ slug }) => slug)}</select>${dropdownScript(id, { name: parameter, url: site.url })}
`
}

/** The name of a term as HTML content: its quotes are left to typography. */
const termNameText = (name: string): string => escapeHtml(decodeEntities(name)).replaceAll('&quot;', '"')
