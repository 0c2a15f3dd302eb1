import type { SiteContext } from '../../kernel/context/index.js'
import { type PostType, postTypes } from '../types/index.js'

/** The post type of attachments, which always supports thumbnails and custom fields; its excerpt is the field `caption`. */
export function attachmentType(site: SiteContext): PostType {
  const type = site.get(postTypes).require('attachment')
  return { ...type, showsExcerpt: false, supports: { ...type.supports, thumbnail: true, 'custom-fields': true } }
}
