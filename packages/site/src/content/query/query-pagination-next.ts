import { defineBlock } from '../../kernel/blocks/index.js'
import { loadQueryTotals } from './load-query.js'
import { pageLink, pageLinkFacts } from './query-page-link.js'

/** `core/query-pagination-next`: the link to the next page of a query. */
export const queryPaginationNext = defineBlock({
  ...pageLinkFacts,
  name: 'core/query-pagination-next',
  title: 'Next Page',
  description: 'Shows the link to the next page of posts.',

  load: loadQueryTotals,

  render({ label = '' }, _content, totalOf, scope) {
    const { page, pages } = totalOf(scope.context)
    return page < pages ? pageLink('next', page + 1, label || 'Next Page', scope) : ''
  },
})
