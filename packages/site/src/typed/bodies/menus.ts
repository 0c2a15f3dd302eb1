// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/menus`. */
export interface Menu extends Linked {
  /** The identifier of the term. */
  id: number
  /** The description of the term, as HTML. */
  description: string
  /** The name of the term, as HTML. */
  name: string
  /** Meta values by name. */
  meta: Record<string, unknown>
  /** The name of the menu in lowercase, unique among menus. */
  slug: string
  /** The menu locations that show the menu. */
  locations: string[]
  /** Whether new pages at the top level are added to the menu. */
  auto_add: boolean
}

/** A response of `/cms/v2/menu-locations`. */
export interface MenuLocation extends Linked {
  /** The name of the location. */
  name: string
  /** What the location is, for people. */
  description: string
  /** The id of the menu that it shows; 0 for none. */
  menu: number
}

/** A response of `/cms/v2/menu-items`. */
export interface MenuItem extends Linked {
  /** The id of the item. */
  id: number
  /** The title of the item; by default that of its target. */
  title: {
    /** The title as it is stored. */
    raw?: string
    /** The title as HTML for display. */
    rendered: string
  }
  /** The text of the attribute `title` of the link. */
  attr_title: string
  /** The description of the item. */
  description: string
  /** The status of the item: published, or a draft. */
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | (string & {})
  /** The URL that the item links to. */
  url: string
  /** What the item links to: a term, a post, the archive of a post type, or a URL. */
  type: 'taxonomy' | 'post_type' | 'post_type_archive' | 'custom' | (string & {})
  /** The label of this kind of item. */
  type_label: string
  /** The post type or taxonomy of the target. */
  object: string
  /** The id of the post or term that the item links to. */
  object_id: number
  /** Whether the target no longer exists. */
  invalid: boolean
  /** The attribute `target` of the link. */
  target: '_blank' | ''
  /** The CSS classes of the link. */
  classes: string[]
  /** The relationship of the owner of the site to the target (XFN). */
  xfn: string[]
  /** The id of the parent item; 0 for none. */
  parent: number
  /** The position of the item in its menu. */
  menu_order: number
  /** The id of the menu that the item is in. */
  menus?: number
  /** Meta values by name. */
  meta: Record<string, unknown>
}

/** A response of `/cms/v2/menu-items/…/autosaves`. */
export interface MenuItemAutosave extends Linked {
  /** The id of the user who created the revision. */
  author: number
  /** The date of the revision, in the site's time zone. */
  date: string
  /** The date of the revision in UTC. */
  date_gmt: string
  /** The identifier of the revision. */
  id: number
  /** The date of the last change, in the site's time zone. */
  modified: string
  /** The date of the last change in UTC. */
  modified_gmt: string
  /** The id of the post. */
  parent: number
  /** An identifier of the revision that never changes. */
  guid: string
  /** The name of the revision. */
  slug: string
  /** The title of the item; by default that of its target. */
  title: {
    /** The title as it is stored. */
    raw?: string
    /** The title as HTML for display. */
    rendered: string
  }
  /** Meta values by name. */
  meta: Record<string, unknown>
  /** The URL where the page of the post shows the autosave; empty for types without pages. */
  preview_link?: string
}
