import { groupBy } from '@platen/core'
import { escapeUrl } from '@platen/rendering'
import { listedPages, renderedTitle } from '../../../content/posts/index.js'
import { createHtmlBudget } from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { compareNames } from '../../../kernel/text/index.js'
import { defineWidget } from '../define-widget.js'
import { choiceField, lineField, titleField } from '../widget-field.js'

/** Deeper levels are not shown. */
const MAX_LEVELS = 20

const ORDERS: Readonly<Record<string, (a: PostRecord, b: PostRecord) => number>> = {
  post_title: (a, b) => compareNames(a.title, b.title) || a.id - b.id,
  menu_order: (a, b) => a.menuOrder - b.menuOrder || compareNames(a.title, b.title) || a.id - b.id,
  ID: (a, b) => a.id - b.id,
}

const BY_DEFAULT = 'menu_order'

/** The ids in a list that people wrote. */
const idsIn = (list: string): ReadonlySet<number> => new Set(list.split(/[\s,]+/).map(Number))

interface PageList {
  readonly groups: ReadonlyMap<number, readonly PostRecord[]>
  /** The ids of the pages that are in the HTML already. */
  readonly written: Set<number>
  titleOf(page: PostRecord): string
  linkOf(page: PostRecord): string
}

function itemHtml(page: PostRecord, list: PageList, below = '', indent = ''): string {
  const classes = `page_item page-item-${page.id}${list.groups.has(page.id) ? ' page_item_has_children' : ''}`
  const link = `<a href="${escapeUrl(list.linkOf(page))}">${list.titleOf(page)}</a>`
  const inner = below === '' ? '' : `\n${indent}<ul class='children'>\n${below}${indent}</ul>\n`
  return `${indent}<li class="${classes}">${link}${inner}</li>\n`
}

function itemsHtml(parent: number, list: PageList, level = 0): string {
  if (level === MAX_LEVELS) return ''
  return (list.groups.get(parent) ?? [])
    .map(page => {
      list.written.add(page.id)
      return itemHtml(page, list, itemsHtml(page.id, list, level + 1), '\t'.repeat(level))
    })
    .join('')
}

/** The items of all pages: those without a parent, or else the siblings of the first one, then all that are not below them. */
function allItemsHtml(pages: readonly PostRecord[], list: PageList): string {
  const root = list.groups.has(0) ? 0 : (pages[0]?.parent ?? 0)
  const tree = itemsHtml(root, list)
  const unlisted = pages.filter(({ id }) => !list.written.has(id))
  return tree + unlisted.map(page => itemHtml(page, list)).join('')
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
    return { ...(await listedPages(site, principal)), within: createHtmlBudget() }
  },
  render({ title, sortby, exclude }, { records, linkOf, within }, scope) {
    const excluded = idsIn(exclude)
    const shown = records.filter(({ id }) => !excluded.has(id)).sort(ORDERS[sortby] ?? ORDERS[BY_DEFAULT])
    if (shown.length === 0) return undefined
    const items = allItemsHtml(shown, {
      groups: groupBy(shown, ({ parent }) => parent),
      written: new Set(),
      titleOf: page => renderedTitle(page, scope).trim() || `#${page.id} (no title)`,
      linkOf,
    })
    return `${scope.title(title || 'Pages')}\n\t\t\t<ul>\n\t\t\t\t${within(items)}\t\t\t</ul>\n\n\t\t\t`
  },
})
