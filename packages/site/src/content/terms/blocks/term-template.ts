import { addToFirstTag, type BlockValues, escapeHtml, repeatedClasses, wrapperAttributes } from '@platen/rendering'
import { countOnce, defineBlock, linkColorClasses, TEMPLATE_SUPPORTS } from '../../../kernel/blocks/index.js'
import type { TermRecord } from '../../../kernel/records/index.js'
import { loadQueryTerms } from './load-terms.js'

const contextOf = ({ id, taxonomy }: TermRecord): BlockValues => ({ termId: id, taxonomy })

/** `core/term-template`: shows its inner blocks for each term of the query around it. */
export const termTemplate = defineBlock({
  name: 'core/term-template',
  apiVersion: 3,
  title: 'Term Template',
  category: 'theme',
  description: 'Contains the blocks that show each term of a query.',
  ancestor: ['core/terms-query'],
  usesContext: ['termQuery'],
  attributes: {},
  supports: TEMPLATE_SUPPORTS,

  load: loadQueryTerms,

  repeat: ({ context }, termsOf) => termsOf(context).map(contextOf),

  render(_attributes, _content, termsOf, scope) {
    const terms = termsOf(scope.context)
    if (terms.length === 0) return ''
    const place = { ...scope, count: countOnce(scope.count) }
    const wrapper = wrapperAttributes(place, linkColorClasses(scope.block.attributes))
    const repeated = repeatedClasses(place)
    const items = terms.map(term => {
      const html = scope.innerOf(contextOf(term))
      if (html === undefined) return ''
      const classes = escapeHtml(`wp-block-term term-${term.id} ${term.taxonomy} taxonomy-${term.taxonomy}`)
      return `<li class="${classes}">${addToFirstTag(html, repeated)}</li>`
    })
    return `<ul${wrapper}>${items.join('')}</ul>`
  },
})
