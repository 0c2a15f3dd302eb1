import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
/** The options of `createSite` that belong to this subject. */
export interface PostsConfig {
  /**
   * The maximum number of results that are counted of a search for posts, and of a list of posts by more than ten terms;
   * 10,000 in the dialect `cms`, `Infinity` in `wp`. If there are more, `X-CMS-TotalRelation: at-least` marks the totals as
   * lower bounds; later pages count further.
   */
  readonly searchTotalLimit?: number | undefined
  /** The maximum number of posts that `/facets` counts, the latest ones; 5,000 by default. */
  readonly facetLimit?: number | undefined
}

const { limit } = checks

/** The option `searchTotalLimit` of `createSite`. */
export const searchTotalLimitOption = siteOption<number>('searchTotalLimit', limit)

/** The option `facetLimit` of `createSite`. */
export const facetLimitOption = siteOption<number>('facetLimit', limit)
