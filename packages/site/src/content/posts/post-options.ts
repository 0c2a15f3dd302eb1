import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** The options of `createSite` that belong to this subject. */
export interface PostsConfig {
  /** The maximum number of posts that `/facets` counts, the latest ones; 5,000 by default. */
  readonly facetLimit?: number | undefined
}

/** The option `facetLimit` of `createSite`. */
export const facetLimitOption = siteOption<number>('facetLimit', checks.limit)
