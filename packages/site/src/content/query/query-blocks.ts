import type { SiteBlock } from '../../kernel/blocks/index.js'
import { postTemplate } from './post-template.js'
import { query } from './query.js'
import { queryNoResults } from './query-no-results.js'
import { queryPagination } from './query-pagination.js'
import { queryPaginationNext } from './query-pagination-next.js'
import { queryPaginationNumbers } from './query-pagination-numbers.js'
import { queryPaginationPrevious } from './query-pagination-previous.js'
import { queryTitle } from './query-title.js'
import { queryTotal } from './query-total.js'
import { termsQuery } from './terms-query.js'

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
