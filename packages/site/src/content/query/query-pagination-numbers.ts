import { wrapperAttributes } from '@platen/rendering'
import { BACKGROUND_COLORS, defineBlock, INTERACTIVITY, pageNumbers, TYPOGRAPHY } from '../../kernel/blocks/index.js'
import { loadQueryTotals } from './load-query.js'
import { numberedHref } from './page-links.js'

/** `core/query-pagination-numbers`: the links to the pages of a query by their numbers. */
export const queryPaginationNumbers = defineBlock({
  name: 'core/query-pagination-numbers',
  apiVersion: 3,
  title: 'Page Numbers',
  category: 'theme',
  description: 'Shows links to the pages of posts by their numbers.',
  parent: ['core/query-pagination'],
  usesContext: ['queryId', 'query', 'enhancedPagination'],
  usesUnlistedContext: ['postId'],
  attributes: { midSize: { type: 'number', default: 2 } },
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    color: BACKGROUND_COLORS,
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },

  load: loadQueryTotals,

  render({ midSize }, _content, totalOf, scope) {
    const { context } = scope
    const { page, pages } = totalOf(context)
    const isEnhanced = context['enhancedPagination'] === true
    const html = pageNumbers({
      page,
      pages,
      around: midSize,
      isEnhanced,
      hrefOf: number => numberedHref(context, number, scope),
    })
    return html === '' ? '' : `<div${wrapperAttributes(scope)}>${html}</div>`
  },
})
