import { groupBy } from '@platen/core'
import { escapeHtml, escapeUrl, filterHtml, NAVIGATION_STYLES, stripTags, wrapperAttributes } from '@platen/rendering'
import {
  BORDER_WITHOUT_CONTROLS,
  createHtmlBudget,
  defineBlock,
  type HtmlBudget,
  INTERACTIVITY,
  SPACING_WITHOUT_CONTROLS,
  TYPOGRAPHY,
} from '../../../kernel/blocks/index.js'
import type { PostRecord } from '../../../kernel/records/index.js'
import { listedPages } from '../../posts/index.js'
import { listColors, overlayColors, type PartColors, spaced } from './navigation-colors.js'
import {
  ARROW,
  arrowButton,
  itemState,
  menuState,
  type SubmenuBehavior,
  submenuBehavior,
  toggleState,
  UNLISTED_BEHAVIOR_CONTEXT,
} from './submenu-html.js'

/** Deeper levels are not shown. */
const MAX_LEVELS = 20

const ITEM = 'wp-block-pages-list__item'

interface Pages {
  /** The child pages of a page, in order; the top-level pages for 0. */
  below(id: number): readonly PostRecord[]
  linkOf(page: PostRecord): string
  /** The id of the page that the settings name as the front page, or 0. */
  readonly front: number
  /** The lists that were written, by the page above them and their style. */
  readonly written: Map<string, string>
  readonly within: HtmlBudget
}

/** How the items of a list are written. */
interface ItemStyle {
  readonly behavior: SubmenuBehavior
  readonly inNavigation: boolean
  /** The colors of items below others. */
  readonly nested: PartColors
}

interface ItemState {
  readonly hasChildren: boolean
  readonly isNested: boolean
  readonly isFront: boolean
}

const itemAttributes = (
  { behavior, inNavigation, nested }: ItemStyle,
  { hasChildren, isNested, isFront }: ItemState,
): string => {
  const itemClasses = [
    ITEM,
    ...(hasChildren ? ['has-child'] : []),
    ...(inNavigation
      ? ['wp-block-navigation-item', ...(behavior.className === undefined ? [] : [behavior.className])]
      : []),
  ].join(' ')
  const home = isFront ? ' menu-item-home' : ''
  if (!isNested) return ` class="${itemClasses}${home}"`
  const style = nested.style === '' ? '' : ` style="${escapeHtml(spaced(nested.style))};"`
  return ` class="${itemClasses} ${nested.classes.join(' ')}${home}"${style}`
}

function headHtml(title: string, url: string, { behavior, inNavigation }: ItemStyle, hasChildren: boolean): string {
  const content = inNavigation ? ' wp-block-navigation-item__content' : ''
  const name = stripTags(title)
  if (hasChildren && behavior.opensOnClick) {
    const classes = `${content} wp-block-navigation-submenu__toggle`
    const icon = `<span class="wp-block-page-list__submenu-icon wp-block-navigation__submenu-icon">${ARROW}</span>`
    return `<button ${toggleState(name)} class="${classes}" >${title}</button>${icon}`
  }
  const link = `<a class="${ITEM}__link${content}" href="${escapeUrl(url)}">${title}</a>`
  return hasChildren ? link + arrowButton(behavior, name) : link
}

function itemsHtml(id: number, pages: Pages, style: ItemStyle, level: number): string {
  if (level > MAX_LEVELS) return ''
  const { behavior } = style
  return pages
    .below(id)
    .map(page => {
      const below = itemsHtml(page.id, pages, style, level + 1)
      const hasChildren = below !== ''
      const title = filterHtml(page.title, 'content').trim() || '(no title)'
      const head = headHtml(title, pages.linkOf(page), style, hasChildren)
      const menu = hasChildren
        ? `<ul${menuState(behavior)} class="wp-block-navigation__submenu-container">${below}</ul>`
        : ''
      const item = itemAttributes(style, { hasChildren, isNested: level > 0, isFront: page.id === pages.front })
      return `<li${itemState(behavior, hasChildren)}${item}>${head}${menu}</li>`
    })
    .join('')
}

/** The items of a list, written once for all uses with the same style; empty beyond the limit. */
function itemsOf(id: number, pages: Pages, style: ItemStyle, isNested: boolean): string {
  const key = JSON.stringify([id, style, isNested])
  const html = pages.written.get(key) ?? itemsHtml(id, pages, style, isNested ? 1 : 0)
  pages.written.set(key, html)
  return pages.within(html)
}

/** The pages below each other, from those at the top. Pages below one that is not listed are left out with it. */
function groupsFromTop(records: readonly PostRecord[]): ReadonlyMap<number, readonly PostRecord[]> {
  const groups = groupBy(records, page => page.parent)
  const reached = new Map<number, readonly PostRecord[]>()
  const waiting = [0]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const below = groups.get(id)
    if (below === undefined) continue
    reached.set(id, below)
    for (const page of below) waiting.push(page.id)
  }
  return reached
}

/** `core/page-list`: links to the published pages of the site, or to the descendants of one. */
export const pageList = defineBlock({
  name: 'core/page-list',
  apiVersion: 3,
  title: 'Page List',
  category: 'widgets',
  description: 'Links to the pages of the site.',
  keywords: ['menu', 'navigation'],
  allowedBlocks: ['core/page-list-item'],
  usesContext: [...NAVIGATION_STYLES, 'style', 'openSubmenusOnClick', 'submenuVisibility', 'core/isInsideSubmenu'],
  usesUnlistedContext: UNLISTED_BEHAVIOR_CONTEXT,
  supports: {
    anchor: true,
    reusable: false,
    html: false,
    typography: TYPOGRAPHY,
    interactivity: INTERACTIVITY,
    color: {
      text: true,
      background: true,
      link: true,
      gradients: true,
      __experimentalDefaultControls: { background: true, text: true, link: true },
    },
    __experimentalBorder: BORDER_WITHOUT_CONTROLS,
    spacing: SPACING_WITHOUT_CONTROLS,
    contentRole: true,
  },
  attributes: { parentPageID: { type: 'integer', default: 0 } },

  async load(_uses, { site, principal }): Promise<Pages> {
    const { records, linkOf } = await listedPages(site, principal)
    const groups = groupsFromTop(records)
    return {
      below: id => groups.get(id) ?? [],
      linkOf,
      front: (await site.options()).number('page_on_front') ?? 0,
      written: new Map(),
      within: createHtmlBudget(),
    }
  },

  render({ parentPageID }, _content, pages, scope) {
    const { context, parents } = scope
    const inNavigation = context['showSubmenuIcon'] !== undefined
    const isNested = parents.at(-1)?.name === 'core/navigation-submenu'
    const style = { behavior: submenuBehavior(context), inNavigation, nested: overlayColors(context) }
    const { classes, style: colorStyle } = listColors(context)
    const items = itemsOf(parentPageID, pages, style, isNested)
    return items === '' || isNested
      ? items
      : `<ul${wrapperAttributes(scope, classes, { style: colorStyle })}>${items}</ul>`
  },
})
