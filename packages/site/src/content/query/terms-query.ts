import { defineBlock } from '../../kernel/blocks/index.js'
import { query } from './query.js'

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
