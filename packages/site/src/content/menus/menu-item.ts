import { isSafeUrl } from '@platen/rendering'
import type { MetaRecord, PostRecord } from '../../kernel/records/index.js'

/** The post type of menu items. */
export const MENU_ITEMS = 'nav_menu_item'

/** The values of {@link MenuItemType}. */
export const ITEM_TYPES = Object.freeze(['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const)
/** The kind of a menu item's target: a term, a post, the archive of a post type, or a URL. */
export type MenuItemType = (typeof ITEM_TYPES)[number]

/**
 * The data of a menu item besides its post. The post contains the title, the description (`content`) and the title
 * attribute (`excerpt`).
 */
export interface MenuItem {
  /** The kind of its target: a post, a term, the archive of a post type, or a URL. */
  readonly type: MenuItemType
  /** The post type or taxonomy of its target; `custom` for a URL. */
  readonly object: string
  /** The id of the post or term that it links to; the item's own for a URL, without a meaning for an archive. */
  readonly objectId: number
  /** The id of the parent item; 0 for none. */
  readonly parent: number
  readonly target: string
  readonly classes: readonly string[]
  /** The relationship (XFN) of the site's owner to the target. */
  readonly xfn: readonly string[]
  /** The URL of a custom link. */
  readonly url: string
}

/** The meta keys of menu items, as exports of sites have them. */
export const menuItemKeys = Object.freeze({
  type: '_menu_item_type',
  object: '_menu_item_object',
  objectId: '_menu_item_object_id',
  parent: '_menu_item_menu_item_parent',
  target: '_menu_item_target',
  classes: '_menu_item_classes',
  xfn: '_menu_item_xfn',
  url: '_menu_item_url',
} as const satisfies Record<keyof MenuItem, string>)

const idOf = (value: unknown): number => {
  const id = Number(value ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}

/** Words that are stored as a list, or as a text by other programs. */
function wordsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' ? value.split(/\s+/).filter(word => word !== '') : []
}

/** The type that a value names; `custom` for any other value. */
export const menuItemTypeOf = (value: unknown): MenuItemType => ITEM_TYPES.find(type => type === value) ?? 'custom'

/** Reads a menu item from the meta values of its post. */
export function menuItemOf({ id }: Pick<PostRecord, 'id'>, meta: readonly MetaRecord[]): MenuItem {
  const values = new Map(meta.map(({ key, value }) => [key, value]))
  const text = (key: string) => {
    const value = values.get(key)
    return typeof value === 'string' ? value : ''
  }
  const type = menuItemTypeOf(values.get(menuItemKeys.type))
  return {
    type,
    object: type === 'custom' ? 'custom' : text(menuItemKeys.object),
    objectId: type === 'custom' ? id : idOf(values.get(menuItemKeys.objectId)),
    parent: idOf(values.get(menuItemKeys.parent)),
    target: text(menuItemKeys.target),
    classes: wordsOf(values.get(menuItemKeys.classes)),
    xfn: wordsOf(values.get(menuItemKeys.xfn)),
    // Those of an import were stored unchecked.
    url: isSafeUrl(text(menuItemKeys.url)) ? text(menuItemKeys.url) : '',
  }
}
