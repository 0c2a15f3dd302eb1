import { wrapperAttributes } from '@platen/rendering'
import { COLORS, defineBlock, INTERACTIVITY, linkColorClasses, TYPOGRAPHY } from '../../kernel/blocks/index.js'

/** `core/query-pagination`: contains the links to the other pages of a query. */
export const queryPagination = defineBlock({
  name: 'core/query-pagination',
  apiVersion: 3,
  title: 'Pagination',
  category: 'theme',
  description: 'Contains the links to the next and the previous posts of a query.',
  ancestor: ['core/query'],
  usesContext: ['queryId', 'query'],
  allowedBlocks: ['core/query-pagination-previous', 'core/query-pagination-numbers', 'core/query-pagination-next'],
  providesContext: { paginationArrow: 'paginationArrow', showLabel: 'showLabel' },
  attributes: {
    paginationArrow: { type: 'string', default: 'none' },
    showLabel: { type: 'boolean', default: true },
  },
  supports: {
    anchor: true,
    align: true,
    reusable: false,
    html: false,
    color: COLORS,
    layout: { allowSwitching: false, allowInheriting: false, default: { type: 'flex' } },
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },

  render(_attributes, content, _loaded, scope) {
    if (content.trim() === '') return ''
    return `<nav${wrapperAttributes(scope, linkColorClasses(scope.block.attributes), { label: 'Pagination' })}>${content}</nav>`
  },
})
