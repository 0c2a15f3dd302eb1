// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/settings`. */
export interface Settings extends Linked {
  /** The title of the site. */
  title: string
  /** The slogan of the site. */
  description: string
  /** The URL of the site. */
  url: string
  /** The email address of the administrator, who is notified of comments that await moderation. */
  email: string
  /** A city in the same time zone. */
  timezone: string
  /** How dates are written. */
  date_format: string
  /** How times are written. */
  time_format: string
  /** The day that weeks begin with; 0 is Sunday. */
  start_of_week: number
  /** The locale code of the site. */
  language: string
  /** Whether text smileys become images. */
  use_smilies: boolean
  /** The category of posts that have no other. */
  default_category: number
  /** The format that posts begin with. */
  default_post_format: string
  /** How many posts the pages of the blog show. */
  posts_per_page: number
  /** Whether new posts take notices from other sites. */
  default_ping_status: 'open' | 'closed'
  /** Whether new posts take comments. */
  default_comment_status: 'open' | 'closed'
  [name: string]: unknown
}
