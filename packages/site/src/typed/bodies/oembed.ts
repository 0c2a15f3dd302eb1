// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/oembed/1.0/embed`. */
export interface Oembed extends Linked {
  /** The version of oEmbed. */
  version?: string
  /** What is embedded. */
  type?: 'photo' | 'video' | 'link' | 'rich' | (string & {})
  /** The title. */
  title?: string
  /** The name of the author. */
  author_name?: string
  /** The URL of a page of the author. */
  author_url?: string
  /** The name of the site. */
  provider_name?: string
  /** The URL of the site. */
  provider_url?: string
  /** The width in pixels. */
  width?: number
  /** The height in pixels. */
  height?: number
  /** The HTML to embed. */
  html?: string
  /** The URL of a thumbnail of the page. */
  thumbnail_url?: string
  /** The width of that image in pixels. */
  thumbnail_width?: number
  /** Its height in pixels. */
  thumbnail_height?: number
}
