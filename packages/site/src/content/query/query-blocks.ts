import type { SiteBlock } from '../../kernel/blocks/index.js'
import { postTemplate } from './post-template.js'
import { query, termsQuery } from './query.js'
import {
  queryPagination,
  queryPaginationNext,
  queryPaginationNumbers,
  queryPaginationPrevious,
} from './query-pagination.js'
import { queryTitle } from './query-title.js'
import { queryNoResults, queryTotal } from './query-total.js'

/** The blocks that list posts. */
export const queryBlocks: readonly SiteBlock[] = Object.freeze([
  termsQuery,
  query,
  postTemplate,
  queryTitle,
  queryNoResults,
  queryPagination,
  queryPaginationPrevious,
  queryPaginationNumbers,
  queryPaginationNext,
  queryTotal,
])
