// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/comments`. */
export interface Comment extends Linked {
  /** The identifier of the comment. */
  id: number
  /** The id of the post. */
  post: number
  /** The id of the comment that it replies to; 0 for none. */
  parent: number
  /** The id of the user who wrote it; 0 for none. */
  author: number
  /** The email address of the author. */
  author_email?: string | null
  /** The IP address of the author. */
  author_ip?: string | null
  /** The name of the author. */
  author_name: string
  /** The address of the author's own site. */
  author_url: string | null
  /** The program that the author wrote it with. */
  author_user_agent?: string
  /** Addresses of the author's picture, by width. */
  author_avatar_urls: {
    /** The URL of the avatar with a width of 24 pixels. */
    '24': string
    /** The URL of the avatar with a width of 48 pixels. */
    '48': string
    /** The URL of the avatar with a width of 96 pixels. */
    '96': string
  }
  /** When it was written, in the site's time zone. */
  date: string
  /** When it was written, in UTC. */
  date_gmt: string
  /** The content of the comment. */
  content: {
    /** The content as it is stored. */
    raw?: string
    /** The content as HTML for display. */
    rendered: string
  }
  /** The URL of the comment on the page of its post. */
  link: string
  /** Whether it is shown: approved, hold, spam, trash or post-trashed. */
  status: string
  /** The type of the comment. */
  type: string
  /** Meta values by name. */
  meta: {
    /** Whether the note has been dealt with. */
    _wp_note_status: 'resolved' | 'reopen' | null
    [name: string]: unknown
  }
}
