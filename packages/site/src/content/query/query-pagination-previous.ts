import { defineBlock } from '../../kernel/blocks/index.js'
import { loadQueryTotals } from './load-query.js'
import { pageLink, pageLinkFacts } from './query-page-link.js'

/** `core/query-pagination-previous`: the link to the previous page of a query. */
export const queryPaginationPrevious = defineBlock({
  ...pageLinkFacts,
  name: 'core/query-pagination-previous',
  title: 'Previous Page',
  description: 'Shows the link to the previous page of posts.',

  load: loadQueryTotals,

  render({ label = '' }, _content, totalOf, scope) {
    const { page, pages } = totalOf(scope.context)
    return page > 1 && page <= pages ? pageLink('previous', page - 1, label || 'Previous Page', scope) : ''
  },
})
