import { wrapperAttributes } from '@platen/rendering'
import {
  BORDER,
  defineBlock,
  INTERACTIVITY,
  linkColorClasses,
  SPACING,
  TEXT_COLORS,
  TYPOGRAPHY,
} from '../../kernel/blocks/index.js'
import { loadQueryPosts, loadQueryTotals, type QueryTotal } from './load-query.js'

/** Which of the posts of a query its page shows. */
function rangeText({ page, perPage, total }: QueryTotal): string {
  const first = total === 0 ? 0 : (page - 1) * perPage + 1
  const last = Math.min(total, page * perPage)
  return last > first ? `Displaying ${first} – ${last} of ${total}` : `Displaying ${first} of ${total}`
}

/** `core/query-total`: the number of posts that a query finds, or the range that is shown. */
export const queryTotal = defineBlock({
  name: 'core/query-total',
  apiVersion: 3,
  title: 'Query Total',
  category: 'theme',
  description: 'Shows the number of posts that a query finds.',
  ancestor: ['core/query'],
  usesContext: ['queryId', 'query'],
  usesUnlistedContext: ['postId'],
  attributes: { displayType: { type: 'string', default: 'total-results' } },
  supports: {
    anchor: true,
    align: ['wide', 'full'],
    html: false,
    spacing: SPACING,
    color: TEXT_COLORS,
    typography: TYPOGRAPHY,
    __experimentalBorder: BORDER,
    interactivity: INTERACTIVITY,
  },

  load: loadQueryTotals,

  render({ displayType }, _content, totalOf, scope) {
    const total = totalOf(scope.context)
    const text =
      displayType === 'range-display'
        ? rangeText(total)
        : `${total.total} ${total.total === 1 ? 'result' : 'results'} found`
    return `<div${wrapperAttributes(scope)}>${text}</div>`
  },
})

/** `core/query-no-results`: the content that a query without posts shows. */
export const queryNoResults = defineBlock({
  name: 'core/query-no-results',
  apiVersion: 3,
  title: 'No Results',
  category: 'theme',
  description: 'Contains blocks that are shown when a query finds nothing.',
  ancestor: ['core/query'],
  usesContext: ['queryId', 'query'],
  usesUnlistedContext: ['postId'],
  attributes: {},
  supports: {
    anchor: true,
    align: true,
    reusable: false,
    html: false,
    color: { gradients: true, link: true },
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
  },

  load: loadQueryPosts,

  render(_attributes, content, posts, scope) {
    if (content.trim() === '' || posts.of(scope.context).length > 0) return ''
    const classes = linkColorClasses(scope.block.attributes)
    return `<div${wrapperAttributes(scope, classes)}>${content}</div>`
  },
})
