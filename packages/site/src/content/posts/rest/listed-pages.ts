import type { SiteContext, SitePrincipal } from '../../../kernel/context/index.js'
import { type PostRecord, postsIn, wherePosts } from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { loadPermalinks } from '../permalinks/load-permalinks.js'
import { postLink } from '../permalinks/post-link.js'

/** The maximum number of pages in a list. */
const MAX_PAGES = 500

/** The published pages in menu order, with the permalinks that a caller may see, for lists of all pages. */
export async function listedPages(
  site: SiteContext,
  principal: SitePrincipal,
): Promise<{ readonly records: readonly PostRecord[]; linkOf(page: PostRecord): string }> {
  const records = await findShown(postsIn(site.store), {
    where: wherePosts.and(wherePosts.eq('type', 'page'), wherePosts.eq('status', 'publish')),
    order: [
      { by: 'field', field: 'menuOrder', direction: 'asc' },
      { by: 'field', field: 'title', direction: 'asc', folded: true },
    ],
    limit: MAX_PAGES,
  })
  const permalinks = await loadPermalinks(site, records, principal)
  return { records, linkOf: page => postLink(page, permalinks) }
}
