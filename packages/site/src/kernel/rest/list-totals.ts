import { checks } from '@platen/core'
import { type SiteContext, siteOption } from '../context/index.js'

/** The options of `createSite` about lists. */
export interface ListsConfig {
  /**
   * The maximum number of results that are counted of a list with filters or orders by declared meta keys or with arguments
   * of your own, of a search for posts, and of a list of posts by more than ten terms; 10,000 in the dialect `cms`,
   * `Infinity` in `wp`. If there are more, `X-CMS-TotalRelation: at-least` marks the totals as lower bounds; later pages
   * count further.
   */
  readonly searchTotalLimit?: number | undefined
}

/** The option `searchTotalLimit` of `createSite`. */
export const searchTotalLimitOption = siteOption<number>('searchTotalLimit', checks.limit)

/**
 * The total of a list whose results take long to count: the maximum number of counted results, or `true` for all; at least
 * one beyond the page, so that its links and the number of pages agree.
 */
export function countedResults(
  site: Pick<SiteContext, 'config' | 'dialect'>,
  offset: number,
  limit: number,
): number | true {
  const most = searchTotalLimitOption.of(site) ?? site.dialect.searchTotalLimit
  return most === Number.POSITIVE_INFINITY || Math.max(most, offset + limit + 1)
}
