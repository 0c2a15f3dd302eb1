import { wrapperAttributes } from '@platen/rendering'
import { defineBlock, INTERACTIVITY, linkColorClasses, TYPOGRAPHY } from '../../kernel/blocks/index.js'
import { loadQueryPosts } from './load-query.js'

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
