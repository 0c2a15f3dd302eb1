// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/templates`. */
export interface Template extends Linked {
  /** The theme and the slug of the template. */
  id: string
  /** The slug of the template. */
  slug: string
  /** The stylesheet of the theme that it is for. */
  theme: string
  /** The post type of the template. */
  type: string
  /** Where the template is: in the theme, a plugin, or the store. */
  source: string
  /** Where a template that was changed came from; null if it was not. */
  origin: string | null
  /** The blocks of the template. */
  content: {
    /** The blocks as they are stored. */
    raw: string
    /** The version of the block format that the content is in; 0 for none. */
    block_version?: number
  }
  /** The title of the template. */
  title: {
    /** The title as it is stored. */
    raw: string
    /** The title as HTML for display. */
    rendered: string
  }
  /** What the template is for. */
  description: string
  /** The status of the template; a new one is published at once. */
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | (string & {})
  /** The id of the post of a stored template; else 0. */
  wp_id: number
  /** Whether the theme has a file for it. */
  has_theme_file: boolean
  /** Whether posts choose the template. */
  is_custom: boolean
  /** The id of the user who stored the template. */
  author: number
  /** The date of the last change, in the site's time zone. */
  modified: string | null
  /** The date of its creation, in the site's time zone. */
  date: string | null
  /** The name of the author of the template. */
  author_text: string
  /** The kind of author of the template. */
  original_source: 'theme' | 'plugin' | 'site' | 'user'
  /** The plugin that registers the template. */
  plugin?: string
}

/** A response of `/cms/v2/templates/…/revisions`. */
export interface TemplateRevision extends Template {
  /** The id of the post of the template. */
  parent: number
}

/** A response of `/cms/v2/templates/…/autosaves`. */
export interface TemplateAutosave extends TemplateRevision {}

/** A response of `/cms/v2/template-parts`. */
export interface TemplatePart extends Linked {
  /** The theme and the slug of the template. */
  id: string
  /** The slug of the template. */
  slug: string
  /** The stylesheet of the theme that it is for. */
  theme: string
  /** The post type of the template. */
  type: string
  /** Where the template is: in the theme, a plugin, or the store. */
  source: string
  /** Where a template that was changed came from; null if it was not. */
  origin: string | null
  /** The blocks of the template. */
  content: {
    /** The blocks as they are stored. */
    raw: string
    /** The version of the block format that the content is in; 0 for none. */
    block_version?: number
  }
  /** The title of the template. */
  title: {
    /** The title as it is stored. */
    raw: string
    /** The title as HTML for display. */
    rendered: string
  }
  /** What the template is for. */
  description: string
  /** The status of the template; a new one is published at once. */
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | (string & {})
  /** The id of the post of a stored template; else 0. */
  wp_id: number
  /** Whether the theme has a file for it. */
  has_theme_file: boolean
  /** The id of the user who stored the template. */
  author: number
  /** The area of a page that the part is for. */
  area: string
  /** The date of the last change, in the site's time zone. */
  modified: string | null
  /** The date of its creation, in the site's time zone. */
  date: string | null
  /** The name of the author of the template. */
  author_text: string
  /** The kind of author of the template. */
  original_source: 'theme' | 'plugin' | 'site' | 'user'
}

/** A response of `/cms/v2/template-parts/…/revisions`. */
export interface TemplatePartRevision extends TemplatePart {
  /** The id of the post of the template. */
  parent: number
}

/** A response of `/cms/v2/template-parts/…/autosaves`. */
export interface TemplatePartAutosave extends TemplatePartRevision {}
