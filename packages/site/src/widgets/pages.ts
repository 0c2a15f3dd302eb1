import { escapeUrl } from '@platen/rendering'
import { createHtmlBudget } from '../blocks/html-budget.js'
import { where } from '../features/built-in-collections.js'
import type { PostRecord } from '../features/posts/post-collection.js'
import { renderedTitle } from '../features/posts/rendered-title.js'
import { loadPermalinks } from '../permalinks/load-permalinks.js'
import { postLink } from '../permalinks/post-link.js'
import { defineWidget } from './define-widget.js'
import { choiceField, lineField, titleField } from './widget-field.js'

/** A widget shows at most so many pages, and so many levels of them. */
const MAX_PAGES = 500
const MAX_LEVELS = 20

const byName = new Intl.Collator('en', { numeric: true }).compare

const ORDERS: Readonly<Record<string, (a: PostRecord, b: PostRecord) => number>> = {
  post_title: (a, b) => byName(a.title, b.title) || a.id - b.id,
  menu_order: (a, b) => a.menuOrder - b.menuOrder || byName(a.title, b.title) || a.id - b.id,
  ID: (a, b) => a.id - b.id,
}

const BY_DEFAULT = 'menu_order'

/** The ids in a list that people wrote. */
const idsIn = (list: string): ReadonlySet<number> => new Set(list.split(/[\s,]+/).map(Number))

/** Groups pages by the page above them. Those whose parent is not listed are at the top. */
function byParent(pages: readonly PostRecord[]): ReadonlyMap<number, readonly PostRecord[]> {
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

interface PageList {
  readonly groups: ReadonlyMap<number, readonly PostRecord[]>
  titleOf(page: PostRecord): string
  linkOf(page: PostRecord): string
}

function itemsHtml(parent: number, list: PageList, level = 0): string {
  if (level === MAX_LEVELS) return ''
  const indent = '\t'.repeat(level)
  return (list.groups.get(parent) ?? [])
    .map(page => {
      const below = itemsHtml(page.id, list, level + 1)
      const classes = `page_item page-item-${page.id}${below === '' ? '' : ' page_item_has_children'}`
      const link = `<a href="${escapeUrl(list.linkOf(page))}">${list.titleOf(page)}</a>`
      const inner = below === '' ? '' : `\n${indent}<ul class='children'>\n${below}${indent}</ul>\n${indent}`
      return `${indent}<li class="${classes}">${link}${inner}</li>\n`
    })
    .join('')
}

/** The pages of the site, each below its parent. */
export const pagesWidget = defineWidget({
  idBase: 'pages',
  name: 'Pages',
  description: 'The pages of your site.',
  className: 'widget_pages',
  fields: {
    title: titleField(),
    sortby: choiceField('Sort by:', { post_title: 'Page title', menu_order: 'Page order', ID: 'Page ID' }, BY_DEFAULT),
    exclude: lineField('Ids of pages to leave out, with commas between them:'),
  },
  async load(_instances, { site, principal }) {
    const { and, eq } = where.posts
    const { records } = await site.store.posts.find({
      where: and(eq('type', 'page'), eq('status', 'publish')),
      order: [
        { by: 'field', field: 'menuOrder', direction: 'asc' },
        { by: 'field', field: 'title', direction: 'asc', folded: true },
      ],
      limit: MAX_PAGES,
    })
    return { records, permalinks: await loadPermalinks(site, records, principal), within: createHtmlBudget() }
  },
  render({ title, sortby, exclude }, { records, permalinks, within }, scope) {
    const excluded = idsIn(exclude)
    const shown = records.filter(({ id }) => !excluded.has(id)).sort(ORDERS[sortby] ?? ORDERS[BY_DEFAULT])
    if (shown.length === 0) return undefined
    const items = itemsHtml(0, {
      groups: byParent(shown),
      titleOf: page => renderedTitle(page, scope).trim() || `#${page.id} (no title)`,
      linkOf: page => postLink(page, permalinks),
    })
    return `${scope.title(title || 'Pages')}\n\t\t\t<ul>\n\t\t\t\t${within(items)}\t\t\t</ul>\n\n\t\t\t`
  },
})
