// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/posts`. */
export interface Post extends Linked {
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
  /** The address with a mark in the slug's place. */
  permalink_template?: string
  /** The slug that the title would give. */
  generated_slug?: string
  /** The classes that themes style the post by. */
  class_list: string[]
  /** The title of the post. */
  title: {
    /** The title as it is stored. */
    raw?: string
    /** The title as HTML for display. */
    rendered: string
  }
  /** The content of the post. */
  content: {
    /** The content as it is stored. */
    raw?: string
    /** The content as HTML for display. */
    rendered: string
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
  /** The id of the author. */
  author: number
  /** The id of the featured image; 0 for none. */
  featured_media: number
  /** Whether comments can be made. */
  comment_status: 'open' | 'closed'
  /** Whether other sites can notify of links. */
  ping_status: 'open' | 'closed'
  /** The format of the post. */
  format: 'standard' | 'aside' | 'chat' | 'gallery' | 'link' | 'image' | 'quote' | 'status' | 'video' | 'audio'
  /** Whether the post is sticky. */
  sticky: boolean
  /** The template that shows the post; empty for the usual one. */
  template: string
  /** Meta values by name. */
  meta: {
    /** The footnotes of the content, as JSON. */
    footnotes: string
    [name: string]: unknown
  }
  /** The ids of its terms in the taxonomy category. */
  categories: number[]
  /** The ids of its terms in the taxonomy post_tag. */
  tags: number[]
}

/** A response of `/cms/v2/posts/…/revisions`. */
export interface PostRevision extends Linked {
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
    rendered: string
  }
  /** The name of the revision. */
  slug: string
  /** The title of the post. */
  title: {
    /** The title as it is stored. */
    raw?: string
    /** The title as HTML for display. */
    rendered: string
  }
  /** The content of the post. */
  content: {
    /** The content as it is stored. */
    raw?: string
    /** The content as HTML for display. */
    rendered: string
    /** The version of the block format that the content is in; 0 for none. */
    block_version?: number
    /** Whether a password is needed to see it. */
    protected?: boolean
  }
  /** The excerpt of the post. */
  excerpt: {
    /** The excerpt as it is stored. */
    raw?: string
    /** The excerpt as HTML for display. */
    rendered: string
    /** Whether a password is needed to see it. */
    protected?: boolean
  }
  /** Meta values by name. */
  meta: {
    /** The footnotes of the content, as JSON. */
    footnotes: string
    [name: string]: unknown
  }
}

/** A response of `/cms/v2/posts/…/autosaves`. */
export interface PostAutosave extends PostRevision {
  /** The URL where the page of the post shows the autosave; empty for types without pages. */
  preview_link?: string
}
