import {
  loadMenuItemObjects,
  MENU_ITEMS,
  MENUS,
  type MenuItem,
  type MenuItemObject,
  menuItemOf,
} from '../../../content/menus/index.js'
import {
  type PostRecord,
  postsIn,
  type TermRecord,
  termsIn,
  whereAssignments,
  wherePosts,
  whereTerms,
} from '../../../kernel/records/index.js'
import type { WidgetScope } from '../widget-scope.js'

/** The maximum number of menus that are shown at once, and of all their items. */
const MAX_MENUS = 100
const MAX_ITEMS = 1000

/** An item of a menu, and its target. */
export interface ListedItem {
  readonly post: PostRecord
  readonly item: MenuItem
  readonly object: MenuItemObject
}

/** A menu with its published items that link to something, in their order. */
export interface ListedMenu {
  readonly menu: TermRecord
  readonly items: readonly ListedItem[]
}

/** Loads menus by id, with a fixed number of queries. */
export async function loadMenus(
  ids: ReadonlySet<number>,
  { site, principal }: Pick<WidgetScope, 'site' | 'principal'>,
): Promise<ReadonlyMap<number, ListedMenu>> {
  const wanted = [...ids].filter(id => id !== 0).slice(0, MAX_MENUS)
  if (wanted.length === 0) return new Map()
  const { records: menus } = await termsIn(site.store).find({
    where: whereTerms.and(whereTerms.eq('taxonomy', MENUS), whereTerms.in('id', wanted)),
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
