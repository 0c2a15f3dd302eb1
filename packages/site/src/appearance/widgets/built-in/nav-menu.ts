import { escapeAttribute, escapeUrl, renderTitle } from '@platen/rendering'
import {
  loadMenuItemObjects,
  MENU_ITEMS,
  MENUS,
  type MenuItem,
  type MenuItemObject,
  menuItemOf,
} from '../../../content/menus/index.js'
import { createHtmlBudget } from '../../../kernel/blocks/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import {
  type PostRecord,
  postsIn,
  type TermRecord,
  termsIn,
  whereAssignments,
  wherePosts,
  whereTerms,
} from '../../../kernel/records/index.js'
import { findShown } from '../../../kernel/rest/index.js'
import { attributeHtml, groupByParent } from '../../../kernel/text/index.js'
import { defineWidget } from '../define-widget.js'
import { titleField, urlOf, wholeNumber } from '../widget-field.js'
import type { WidgetScope } from '../widget-scope.js'

/** The maximum number of menus in a form. */
const MAX_CHOICES = 500

/** A menu of the site. */
export const navMenuWidget = defineWidget({
  idBase: 'nav_menu',
  name: 'Navigation Menu',
  description: 'One of your menus.',
  className: 'widget_nav_menu',
  fields: {
    title: titleField(),
    nav_menu: { control: 'select', label: 'Menu:', read: wholeNumber, shown: (id: number) => String(id) },
  },
  update(input, author) {
    const title = titleField().read(input['title'], author)
    const menu = wholeNumber(input['nav_menu'])
    return { ...(title !== '' && { title }), ...(menu !== 0 && { nav_menu: menu }) }
  },
  async choices({ site }) {
    const records = await findShown(termsIn(site.store), {
      where: whereTerms.eq('taxonomy', MENUS),
      order: [{ by: 'field', field: 'name', direction: 'asc', folded: true }],
      limit: MAX_CHOICES,
    })
    return { nav_menu: { 0: 'None', ...Object.fromEntries(records.map(({ id, name }) => [id, name])) } }
  },
  async load(instances, scope) {
    const menus = await loadMenus(new Set(instances.map(({ nav_menu: id }) => id)), scope)
    return { menus, within: createHtmlBudget() }
  },
  render({ title, nav_menu: id }, { menus, within }, scope) {
    const menu = menus.get(id)
    return menu === undefined ? undefined : scope.title(title) + within(menuHtml(menu, scope.site))
  },
})

/** The maximum number of menus that are shown at once, and of all their items. */
const MAX_MENUS = 100
const MAX_ITEMS = 1000

/** An item of a menu, and its target. */
interface ListedItem {
  readonly post: PostRecord
  readonly item: MenuItem
  readonly object: MenuItemObject
}

/** A menu with its published items that link to something, in their order. */
interface ListedMenu {
  readonly menu: TermRecord
  readonly items: readonly ListedItem[]
}

/** Loads menus by id, with a fixed number of queries. */
async function loadMenus(
  ids: ReadonlySet<number>,
  { site, principal }: Pick<WidgetScope, 'site' | 'principal'>,
): Promise<ReadonlyMap<number, ListedMenu>> {
  const menuIds = [...ids].filter(id => id !== 0).slice(0, MAX_MENUS)
  if (menuIds.length === 0) return new Map()
  const { records: menus } = await termsIn(site.store).find({
    where: whereTerms.and(whereTerms.eq('taxonomy', MENUS), whereTerms.in('id', menuIds)),
  })
  if (menus.length === 0) return new Map()
  const inMenus = whereAssignments.in(
    'term',
    menus.map(({ id }) => id),
  )
  const { records, related } = await postsIn(site.store).find({
    where: wherePosts.and(
      wherePosts.eq('type', MENU_ITEMS),
      wherePosts.eq('status', 'publish'),
      wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, inMenus),
    ),
    order: [
      { by: 'field', field: 'menuOrder', direction: 'asc' },
      { by: 'field', field: 'id', direction: 'asc' },
    ],
    limit: MAX_ITEMS,
    with: ['meta', 'terms'],
  })
  const items = new Map(records.map(post => [post.id, menuItemOf(post, related.meta.get(post.id) ?? [])]))
  const objectOf = await loadMenuItemObjects(site, [...items.values()], principal)
  const listed = records.flatMap(post => {
    const item = items.get(post.id)
    const object = item && objectOf(item)
    const isShown = object !== undefined && !object.invalid && (post.title || object.title) !== ''
    return item !== undefined && isShown ? [{ post, item, object }] : []
  })
  const isIn = (post: PostRecord, menu: TermRecord) =>
    (related.terms.get(post.id) ?? []).some(({ id }) => id === menu.id)
  return new Map(menus.map(menu => [menu.id, { menu, items: listed.filter(({ post }) => isIn(post, menu)) }]))
}

/** Deeper levels are not shown. */
const MAX_LEVELS = 20

type Groups = ReadonlyMap<number, readonly ListedItem[]>

function linkHtml({ post, item, object }: ListedItem, site: SiteContext): string {
  const url = urlOf(object.url)
  const rel = item.xfn.join(' ') || (item.target === '_blank' ? 'noopener' : '')
  const title = post.excerpt === '' ? '' : renderTitle(post.excerpt, site)
  const href = url === '' ? '' : ` href="${escapeUrl(url)}"`
  const attributes = `${attributeHtml('target', item.target)}${attributeHtml('rel', rel)}${href}${attributeHtml('title', title)}`
  return `<a${attributes}>${renderTitle(post.title || object.title, site)}</a>`
}

function itemsHtml(parent: number, groups: Groups, site: SiteContext, level = 0): string {
  if (level === MAX_LEVELS) return ''
  const indent = '\t'.repeat(level)
  return (groups.get(parent) ?? [])
    .map(listed => {
      const { post, item } = listed
      const below = itemsHtml(post.id, groups, site, level + 1)
      const classes = [
        ...item.classes,
        'menu-item',
        `menu-item-type-${item.type}`,
        `menu-item-object-${item.object}`,
        ...(below === '' ? [] : ['menu-item-has-children']),
        `menu-item-${post.id}`,
      ]
      const inner = below === '' ? '' : `\n${indent}<ul class="sub-menu">\n${below}${indent}</ul>\n`
      const opening = `<li id="menu-item-${post.id}"${attributeHtml('class', classes.join(' '))}>`
      return `${indent}${opening}${linkHtml(listed, site)}${inner}</li>\n`
    })
    .join('')
}

/** The HTML of a menu; empty without items. */
function menuHtml({ menu, items }: ListedMenu, site: SiteContext): string {
  const groups = groupByParent(items, ({ post, item }) => ({ id: post.id, parent: item.parent }))
  const html = itemsHtml(0, groups, site)
  const slug = escapeAttribute(menu.slug)
  return html === '' ? '' : `<div class="menu-${slug}-container"><ul id="menu-${slug}" class="menu">${html}</ul></div>`
}
