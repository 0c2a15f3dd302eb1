import type { PostInput, PostTarget } from '../../posts/index.js'
import type { MenuItemType } from '../menu-item.js'

/** The input of creating or changing a menu item. Absent values do not change, or get their default. */
export interface MenuItemInput extends Pick<PostInput, 'title' | 'meta' | 'fields'> {
  /** The position in its menu; 0 for the position after the number of items in the menu. */
  menuOrder?: number
  /** `publish`, the default; all other statuses become `draft`. */
  status?: string
  description?: string
  attrTitle?: string
  /** `custom` by default. */
  type?: MenuItemType
  /** The post type or taxonomy that it links to; by default that of the object. */
  object?: string
  /** The id of the post or term that it links to. */
  objectId?: number
  /** The id of the parent item; 0 for none. */
  parent?: number
  target?: string
  classes?: readonly string[]
  xfn?: readonly string[]
  /** The URL of a custom link. */
  url?: string
  /** The id of its menu; 0 for none. */
  menu?: number
}

/** Changes of a stored menu item. */
export interface MenuItemChanges extends MenuItemInput, PostTarget {}
