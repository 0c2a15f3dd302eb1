// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/types`. */
export interface PostType extends Linked {
  /** The required capabilities by action. */
  capabilities?: Record<string, unknown>
  /** The description of the type. */
  description: string
  /** Whether its posts can have parents. */
  hierarchical: boolean
  /** Whether its posts have an archive page, or the slug of that page. */
  has_archive: string | boolean
  /** Where the admin interface shows the type. */
  visibility?: {
    /** Whether it has admin pages. */
    show_ui?: boolean
    /** Whether its posts can be added to menus. */
    show_in_nav_menus?: boolean
  }
  /** Whether visitors can view its posts. */
  viewable?: boolean
  /** The labels by purpose. */
  labels?: Record<string, unknown>
  /** The display name. */
  name: string
  /** The name of the type. */
  slug: string
  /** The icon. */
  icon: string | null
  /** The features of its posts. */
  supports?: Record<string, unknown>
  /** The taxonomies of its posts. */
  taxonomies: string[]
  /** The last path segment of the REST route of its posts. */
  rest_base: string
  /** The namespace of that route. */
  rest_namespace: string
  /** The blocks that a new post starts with. */
  template: unknown[]
  /** Which changes to the blocks of the template are locked. */
  template_lock: 'all' | 'insert' | 'contentOnly' | false
}

/** A response of `/cms/v2/statuses`. */
export interface PostStatus extends Linked {
  /** The display name of the status. */
  name: string
  /** Whether its posts are visible only to users who may read private posts. */
  private?: boolean
  /** Whether its posts are visible only to users who may edit them. */
  protected?: boolean
  /** Whether visitors can see its posts. */
  public: boolean
  /** Whether visitors can query its posts. */
  queryable: boolean
  /** Whether lists for editors include its posts. */
  show_in_list?: boolean
  /** The name of the status. */
  slug: string
  /** Whether its posts can have no date. */
  date_floating: boolean
}

/** A response of `/cms/v2/taxonomies`. */
export interface Taxonomy extends Linked {
  /** The display name. */
  name: string
  /** The name of the taxonomy. */
  slug: string
  /** The required capabilities by action. */
  capabilities?: Record<string, unknown>
  /** The description of the taxonomy. */
  description: string
  /** The labels by purpose. */
  labels?: Record<string, unknown>
  /** The post types that use it. */
  types: string[]
  /** Whether tag clouds can show its terms. */
  show_cloud?: boolean
  /** Whether its terms can have parents. */
  hierarchical: boolean
  /** The last path segment of the REST route of its terms. */
  rest_base: string
  /** The namespace of that route. */
  rest_namespace: string
  /** Where the taxonomy and its terms are shown. */
  visibility?: {
    /** Whether visitors can see it. */
    public?: boolean
    /** Whether visitors can query posts by its terms. */
    publicly_queryable?: boolean
    /** Whether it has admin pages. */
    show_ui?: boolean
    /** Whether lists of posts have a column for it. */
    show_admin_column?: boolean
    /** Whether its terms can be added to menus. */
    show_in_nav_menus?: boolean
    /** Whether quick edit includes it. */
    show_in_quick_edit?: boolean
  }
}
