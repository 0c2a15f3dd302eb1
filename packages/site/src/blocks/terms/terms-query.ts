import { coreBlocks } from '@platen/rendering'
import { defineBlock } from '../block-scope.js'

/** What lays out the inner blocks of a block by its attribute `layout`. */
const layOut = coreBlocks.find(({ name }) => name === 'core/group')?.adjust

/** `core/terms-query`: what is around a list of terms; it provides the query to `core/term-template`. */
export const termsQuery = defineBlock({
  name: 'core/terms-query',
  apiVersion: 3,
  title: 'Terms Query',
  category: 'theme',
  description: 'A list of terms by their properties.',
  keywords: ['terms', 'taxonomy', 'categories', 'tags', 'list'],
  usesContext: ['templateSlug'],
  providesContext: { termQuery: 'termQuery' },
  supports: { anchor: true, align: ['wide', 'full'], html: false, layout: true, interactivity: true },
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
  ...(layOut === undefined ? {} : { adjust: layOut }),
})
