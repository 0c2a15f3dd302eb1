// Made from the schemas of the routes by `node scripts/response-types.mjs`; not to be edited by hand.
import type { Linked } from '../shapes.js'

/** A response of `/cms/v2/media`. */
export interface Attachment extends Linked {
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
  /** The id of the author. */
  author: number
  /** The id of the featured image; 0 for none. */
  featured_media: number
  /** Whether comments can be made. */
  comment_status: 'open' | 'closed'
  /** Whether other sites can notify of links. */
  ping_status: 'open' | 'closed'
  /** The template that shows the post; empty for the usual one. */
  template: string
  /** Meta values by name. */
  meta: Record<string, unknown>
  /** The description of the file. */
  description: {
    /** The description as stored. */
    raw?: string
    /** The description as HTML for display. */
    rendered: string
  }
  /** The caption of the file. */
  caption: {
    /** The caption as stored. */
    raw?: string
    /** The caption as HTML for display. */
    rendered: string
  }
  /** The alternative text of the image. */
  alt_text: string
  /** Whether the file is an image. */
  media_type: 'image' | 'file'
  /** The media type of the file. */
  mime_type: string
  /** Details of the file, depending on its type. */
  media_details: Record<string, unknown>
  /** The id of the post that the file is attached to; null for none. */
  post: number | null
  /** The URL of the file. */
  source_url: string
  /** The names of the sizes that are missing. */
  missing_image_sizes?: string[]
  /** The name of the uploaded file. */
  filename: string
  /** The size of the file in bytes. */
  filesize: number | null
  /** The EXIF orientation, 1 for upright. */
  exif_orientation?: number
  /** The media type of the sizes, if it differs from that of the file. */
  image_output_format?: string | null
  /** Whether sizes are encoded progressively. */
  image_save_progressive?: boolean
  /** The quality of the sizes. */
  image_quality?: {
    default?: number
    sizes?: {
      thumbnail?: number
      medium?: number
      medium_large?: number
      large?: number
      '1536x1536'?: number
      '2048x2048'?: number
    }
  }
}
