import { escapeUrl, wrapperAttributes } from '@platen/rendering'
import { where } from '../../features/built-in-collections.js'
import type { PostRecord } from '../../features/posts/post-collection.js'
import { renderedTitle } from '../../features/posts/post-rendering.js'
import { loadPermalinks } from '../../permalinks/load-permalinks.js'
import { postLink } from '../../permalinks/post-link.js'
import type { SiteContext } from '../../site-context.js'
import { defineBlock } from '../block-scope.js'
import {
  BORDER_WITHOUT_CONTROLS,
  COLORS,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  TYPOGRAPHY,
} from '../common-supports.js'
import { createHtmlBudget, type HtmlBudget } from '../html-budget.js'

/** A list shows at most so many pages, and so many levels of them. */
const MAX_PAGES = 500
const MAX_LEVELS = 20

const ITEM = 'wp-block-pages-list__item'
const { posts } = where

interface Pages {
  /** The pages below a page, in their order; those of the top for 0. */
  below(id: number): readonly PostRecord[]
  linkOf(page: PostRecord): string
  /** The lists that were written, by the page above them. */
  readonly written: Map<number, string>
  readonly within: HtmlBudget
}

/** Groups pages by the page above them. Those whose parent is not listed are at the top. */
function groupPages(pages: readonly PostRecord[]): ReadonlyMap<number, readonly PostRecord[]> {
  const listed = new Set(pages.map(page => page.id))
  const groups = new Map<number, PostRecord[]>()
  for (const page of pages) {
    const above = listed.has(page.parent) ? page.parent : 0
    const group = groups.get(above)
    if (group === undefined) groups.set(above, [page])
    else group.push(page)
  }
  return groups
}

function itemsHtml(id: number, pages: Pages, site: SiteContext, level: number): string {
  if (level > MAX_LEVELS) return ''
  return pages
    .below(id)
    .map(page => {
      const below = itemsHtml(page.id, pages, site, level + 1)
      const title = renderedTitle(page, { site }).trim() || '(no title)'
      const link = `<a class="${ITEM}__link" href="${escapeUrl(pages.linkOf(page))}">${title}</a>`
      const menu = below === '' ? '' : `<ul class="wp-block-navigation__submenu-container">${below}</ul>`
      return `<li class="${ITEM}${below === '' ? '' : ' has-child'}">${link}${menu}</li>`
    })
    .join('')
}

/** The items of a list, written once for all its uses; nothing beyond the limit. */
function itemsOf(id: number, pages: Pages, site: SiteContext): string {
  const html = pages.written.get(id) ?? itemsHtml(id, pages, site, 1)
  pages.written.set(id, html)
  return pages.within(html)
}

/** `core/page-list`: links to the published pages of the site, or to those below one of them. */
export const pageList = defineBlock({
  name: 'core/page-list',
  attributes: { parentPageID: { type: 'integer', default: 0 } },
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    color: { text: true, background: true, ...COLORS },
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    spacing: SPACING_WITHOUT_CONTROLS,
    contentRole: true,
  },

  async load(_uses, { site, principal }): Promise<Pages> {
    const { records } = await site.store.posts.find({
      where: posts.and(posts.eq('type', 'page'), posts.eq('status', 'publish')),
      order: [
        { by: 'field', field: 'menuOrder', direction: 'asc' },
        { by: 'field', field: 'title', direction: 'asc', folded: true },
      ],
      limit: MAX_PAGES,
    })
    const permalinks = await loadPermalinks(site, records, principal)
    const groups = groupPages(records)
    return {
      below: id => groups.get(id) ?? [],
      linkOf: page => postLink(page, permalinks),
      written: new Map(),
      within: createHtmlBudget(),
    }
  },

  render({ parentPageID }, _content, pages, scope) {
    const items = itemsOf(parentPageID, pages, scope.site)
    return items === '' ? '' : `<ul${wrapperAttributes(scope)}>${items}</ul>`
  },
})
