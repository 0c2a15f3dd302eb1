import type { Args, Schema } from '@platen/core'
import { idsArg, orderArg, pagingArgs } from '../../../kernel/rest/index.js'
import type { Dialect } from '../../../server/dialects/index.js'
import type { Taxonomy } from '../../types/index.js'

/** The sort keys of lists of terms. */
const TERM_ORDERS = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const

const common = {
  ...pagingArgs,
  search: { description: 'Only terms whose name or slug contains this text.', type: 'string' },
  exclude: idsArg('Without these terms.'),
  include: idsArg('Only these terms.'),
  orderby: { description: 'What the list is sorted by.', type: 'string', default: 'name', enum: TERM_ORDERS },
  hide_empty: { description: 'Without terms that no published post carries.', type: 'boolean', default: false },
  post: { description: 'Only terms of this post.', type: 'integer', default: null },
  slug: { description: 'Only terms with these slugs.', type: 'array', items: { type: 'string' } },
} as const satisfies Args

const nested = {
  parent: { description: 'Only children of this term; 0 for top-level terms.', type: 'integer' },
} as const satisfies Args

const skipping = {
  offset: { description: 'How many terms are skipped from the start; `page` does not count then.', type: 'integer' },
} as const satisfies Args

/** Whether a list of terms accepts an `offset`. */
export const acceptsOffset = (taxonomy: Taxonomy, dialect: Dialect): boolean =>
  dialect.offsetEverywhere || !taxonomy.hierarchical

export function termListArgs(taxonomy: Taxonomy, dialect: Dialect, context: Schema): Args {
  return {
    context,
    ...common,
    order: orderArg(dialect.defaultOrder),
    ...(taxonomy.hierarchical ? nested : {}),
    ...(acceptsOffset(taxonomy, dialect) ? skipping : {}),
  }
}
