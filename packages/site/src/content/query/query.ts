import { coreBlocks, withAttributes } from '@platen/rendering'
import { defineBlock } from '../../kernel/blocks/index.js'

const adjust = coreBlocks.find(({ name }) => name === 'core/query')?.adjust

/** `core/query`: contains the blocks that show a list of posts, and selects these posts. */
export const query = defineBlock({
  name: 'core/query',
  apiVersion: 3,
  title: 'Query Loop',
  category: 'theme',
  description: 'Contains blocks that show the posts selected by its settings.',
  keywords: ['posts', 'list', 'blog', 'blogs', 'custom post types'],
  usesContext: ['templateSlug', 'postType'],
  providesContext: {
    queryId: 'queryId',
    query: 'query',
    displayLayout: 'displayLayout',
    enhancedPagination: 'enhancedPagination',
  },
  attributes: {
    queryId: { type: 'number' },
    query: {
      type: 'object',
      default: {
        perPage: null,
        pages: 0,
        offset: 0,
        postType: 'post',
        order: 'desc',
        orderBy: 'date',
        author: '',
        search: '',
        exclude: [],
        sticky: '',
        inherit: true,
        taxQuery: null,
        parents: [],
        format: [],
        excludeCurrent: null,
      },
    },
    tagName: { type: 'string', default: 'div' },
    namespace: { type: 'string' },
    enhancedPagination: { type: 'boolean', default: false },
  },
  supports: { anchor: true, align: ['wide', 'full'], html: false, layout: true, interactivity: true },
  ...(adjust && { adjust }),

  render({ queryId = 0, enhancedPagination }, content) {
    if (!enhancedPagination) return content
    return withAttributes(content, {
      'data-wp-context': '{}',
      'data-wp-interactive': 'core/query',
      'data-wp-key': String(queryId),
      'data-wp-router-region': `query-${queryId}`,
    })
  },
})

/** `core/terms-query`: contains the blocks that show a list of terms, and selects these terms. */
export const termsQuery = defineBlock({
  name: 'core/terms-query',
  apiVersion: 3,
  title: 'Terms Query',
  category: 'theme',
  description: 'Contains blocks that show the terms selected by its settings.',
  keywords: ['terms', 'taxonomy', 'categories', 'tags', 'list'],
  usesContext: ['templateSlug'],
  providesContext: { termQuery: 'termQuery' },
  attributes: {
    termQuery: {
      type: 'object',
      default: {
        perPage: 10,
        taxonomy: 'category',
        order: 'asc',
        orderBy: 'name',
        include: [],
        hideEmpty: true,
        showNested: false,
        inherit: false,
      },
    },
    tagName: { type: 'string', default: 'div' },
  },
  supports: { anchor: true, align: ['wide', 'full'], html: false, layout: true, interactivity: true },
  // Their HTML is adjusted in the same way.
  ...(query.adjust && { adjust: query.adjust }),
})
