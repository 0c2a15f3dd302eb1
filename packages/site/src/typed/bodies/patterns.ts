// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/blocks`. */
export interface Block extends Linked {
  /** The date of publication, in the site's time zone. */
  date: string | null
  /** The date of publication in UTC. */
  date_gmt: string | null
  /** The date of the last change, in the site's time zone. */
  modified: string
  /** The date of the last change in UTC. */
  modified_gmt: string
  /** An identifier of the post that never changes. */
  guid: {
    /** The identifier as it is stored. */
    raw?: string
    /** The identifier for display. */
    rendered: string
  }
  /** The identifier of the post. */
  id: number
  /** The address of the post's page. */
  link: string
  /** The post's name in addresses, unique within its type. */
  slug: string
  /** The type of the post. */
  type: string
  /** A password that protects content and excerpt. */
  password?: string
  /** The status of the post. */
  status: 'publish' | 'future' | 'draft' | 'pending' | 'private' | (string & {})
  /** The title of the post. */
  title: {
    /** The title as it is stored. */
    raw: string
  }
  /** The content of the post. */
  content: {
    /** The content as it is stored. */
    raw: string
    /** The version of the block format that the content is in; 0 for none. */
    block_version?: number
    /** Whether a password is needed to see it. */
    protected: boolean
  }
  /** The excerpt of the post. */
  excerpt: {
    /** The excerpt as it is stored. */
    raw?: string
    /** The excerpt as HTML for display. */
    rendered: string
    /** Whether a password is needed to see it. */
    protected: boolean
  }
  /** The template that shows the post; empty for the usual one. */
  template: string
  /** Meta values by name. */
  meta: {
    /** The footnotes of the content, as JSON. */
    footnotes: string
    /** Whether uses of the pattern follow its changes. */
    cms_pattern_sync_status?: 'partial' | 'unsynced' | null
    [name: string]: unknown
  }
  /** The ids of its terms in the taxonomy cms_pattern_category. */
  cms_pattern_category: number[]
  [name: string]: unknown
}

/** A response of `/cms/v2/blocks/…/revisions`. */
export interface BlockRevision extends Linked {
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
  guid: {
    /** The identifier as it is stored. */
    raw?: string
    /** The identifier for display. */
    rendered?: string
    [name: string]: unknown
  }
  /** The name of the revision. */
  slug: string
  /** The title of the post. */
  title: {
    /** The title as it is stored. */
    raw?: string
    [name: string]: unknown
  }
  /** The content of the post. */
  content: {
    /** The content as it is stored. */
    raw?: string
    /** The version of the block format that the content is in; 0 for none. */
    block_version?: number
    /** Whether a password is needed to see it. */
    protected?: boolean
    [name: string]: unknown
  }
  /** The excerpt of the post. */
  excerpt: {
    /** The excerpt as it is stored. */
    raw?: string
    /** The excerpt as HTML for display. */
    rendered?: string
    /** Whether a password is needed to see it. */
    protected?: boolean
    [name: string]: unknown
  }
  /** Meta values by name. */
  meta: {
    /** The footnotes of the content, as JSON. */
    footnotes: string
    /** Whether uses of the pattern follow its changes. */
    cms_pattern_sync_status: 'partial' | 'unsynced' | null
    [name: string]: unknown
  }
}

/** A response of `/cms/v2/blocks/…/autosaves`. */
export interface BlockAutosave extends BlockRevision {
  /** The URL where the page of the post shows the autosave; empty for types without pages. */
  preview_link?: string
}

/** A response of `/cms/v2/block-patterns/patterns`. */
export interface BlockPattern extends Linked {
  /** The name of the pattern. */
  name: string
  /** Its title, for people. */
  title: string
  /** Its blocks, as text. */
  content: string
  /** What it is for. */
  description?: string
  /** The width of its preview in pixels. */
  viewport_width?: number
  /** Whether editors offer it. */
  inserter?: boolean
  /** The names of its categories. */
  categories?: unknown[]
  /** Words by which it is found. */
  keywords?: unknown[]
  /** The block types that it can replace. */
  block_types?: unknown[]
  /** The post types that it is for. */
  post_types?: unknown[]
  /** The template types that it is for. */
  template_types?: unknown[]
  /** Where the pattern comes from. */
  source?:
    | 'core'
    | 'plugin'
    | 'theme'
    | 'pattern-directory/core'
    | 'pattern-directory/theme'
    | 'pattern-directory/featured'
}

/** A response of `/cms/v2/block-patterns/categories`. */
export interface BlockPatternCategory extends Linked {
  /** The name of the category. */
  name: string
  /** Its name, for people. */
  label: string
  /** Which patterns it has. */
  description: string
}

/** A response of `/cms/v2/pattern-directory/patterns`. */
export interface PatternDirectoryItem extends Linked {
  /** The id of the pattern in the directory. */
  id: number
  /** Its title, for people. */
  title: string
  /** Its blocks, as text. */
  content: string
  /** Its categories. */
  categories: string[]
  /** Words by which it is found. */
  keywords: string[]
  /** What it is for. */
  description: string
  /** The width of its preview in pixels. */
  viewport_width: number
  /** The block types that it can replace. */
  block_types: string[]
}
