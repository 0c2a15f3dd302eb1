import { groupBy } from '@platen/core'
import { type Block, serializeBlocks } from '@platen/rendering'
import type { Tx } from '../../kernel/operations/index.js'
import {
  type PostRecord,
  postsIn,
  type TermRecord,
  termsIn,
  whereAssignments,
  wherePosts,
  whereTerms,
} from '../../kernel/records/index.js'
import {
  loadMenuItemObjects,
  MENU_ITEMS,
  MENUS,
  type MenuItem,
  type MenuItemObject,
  menuItemOf,
  menuLocations,
  menuOfLocation,
} from '../menus/index.js'

/** The maximum number of menu items, and of levels, that a navigation is created from. */
const MAX_ITEMS = 500
const MAX_LEVELS = 20

/** The initial values of a navigation. */
export interface NavigationTexts {
  readonly title: string
  readonly content: string
}

/** An item of a menu, and its target. */
interface LinkedItem {
  readonly post: PostRecord
  readonly item: MenuItem
  readonly object: MenuItemObject
  /** The item that it is below; 0 for none. */
  readonly parent: number
}

/** The navigation for the menu of the site; `undefined` if there is no menu with items. */
export async function navigationOfMenu(tx: Tx): Promise<NavigationTexts | undefined> {
  const menu = await menuOfSite(tx)
  const linked = menu === undefined ? [] : await linkedItems(tx, menu)
  const blocks = blocksBelow(
    0,
    groupBy(linked, ({ parent }) => parent),
    1,
  )
  return menu === undefined || blocks.length === 0 ? undefined : { title: menu.name, content: serializeBlocks(blocks) }
}

/** The name of the location, and the slug of the menu, that come first. */
const PRIMARY = 'primary'

/** The menu of the location `primary`; else the menu with that slug, or the latest menu. */
async function menuOfSite({ site, store }: Tx): Promise<TermRecord | undefined> {
  const shown = menuOfLocation(await site.options(), PRIMARY)
  const { records } = await termsIn(store).find({
    where: whereTerms.eq('taxonomy', MENUS),
    order: [{ by: 'field', field: 'id', direction: 'desc' }],
  })
  const isRegistered = site.get(menuLocations).get(PRIMARY) !== undefined
  return (
    records.find(menu => isRegistered && menu.id === shown) ?? records.find(menu => menu.slug === PRIMARY) ?? records[0]
  )
}

/**
 * The published items of a menu that link to something, in their order. What is below an item whose object visitors cannot
 * read moves up.
 */
async function linkedItems({ site, store }: Tx, menu: TermRecord): Promise<readonly LinkedItem[]> {
  const { records, related } = await postsIn(store).find({
    where: wherePosts.and(
      wherePosts.eq('type', MENU_ITEMS),
      wherePosts.eq('status', 'publish'),
      wherePosts.exists(whereAssignments, { foreign: 'object', local: 'id' }, whereAssignments.eq('term', menu.id)),
    ),
    order: [
      { by: 'field', field: 'menuOrder', direction: 'asc' },
      { by: 'field', field: 'id', direction: 'asc' },
    ],
    limit: MAX_ITEMS,
    with: ['meta'],
  })
  const items = new Map(records.map(post => [post.id, menuItemOf(post, related.meta.get(post.id) ?? [])]))
  // Everybody can read the navigation, so it names only what everybody can read.
  const objectOf = await loadMenuItemObjects(site, [...items.values()], site.principalOf(undefined))
  const valid = records.flatMap(post => {
    const item = items.get(post.id)
    const object = item && objectOf(item)
    return item === undefined || object === undefined || object.invalid ? [] : [{ post, item, object }]
  })
  const hidden = new Set(valid.filter(one => labelOf(one) === '').map(({ post }) => post.id))
  return valid
    .filter(({ post }) => !hidden.has(post.id))
    .map(linked => ({ ...linked, parent: hidden.has(linked.item.parent) ? 0 : linked.item.parent }))
}

/** The label of an item: its own title, or that of its target. */
const labelOf = ({ post, object }: Pick<LinkedItem, 'post' | 'object'>): string => post.title || object.title

function blocksBelow(id: number, groups: ReadonlyMap<number, readonly LinkedItem[]>, level: number): readonly Block[] {
  if (level > MAX_LEVELS) return []
  return (groups.get(id) ?? []).map(linked => {
    const innerBlocks = blocksBelow(linked.post.id, groups, level + 1)
    return {
      name: innerBlocks.length === 0 ? 'core/navigation-link' : 'core/navigation-submenu',
      attributes: attributesOf(linked),
      innerBlocks,
      innerHTML: '',
      innerContent: innerBlocks.map(() => null),
    }
  })
}

/** The words that are not empty, as a text. */
const named = (words: readonly string[]): string => words.filter(word => word !== '').join(' ')

/** The attributes of the block of an item, as editors convert items. */
function attributesOf(linked: LinkedItem): Block['attributes'] {
  const { post, item, object } = linked
  const classes = ['menu-item', `menu-item-type-${item.type}`, `menu-item-object-${item.object}`]
  return {
    className: `${named(item.classes)} ${classes.join(' ')}`,
    description: post.content,
    id: item.type === 'custom' ? null : String(item.objectId),
    kind: item.type.replaceAll('_', '-'),
    label: labelOf(linked),
    opensInNewTab: item.target === '_blank',
    rel: named(item.xfn) || null,
    title: post.excerpt,
    type: item.object,
    url: object.url,
  }
}
