import { type PostType, postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'

/** The post type of attachments, which always supports thumbnails and custom fields. */
export function attachmentType(site: SiteContext): PostType {
  const type = site.get(postTypes).require('attachment')
  return { ...type, supports: { ...type.supports, thumbnail: true, 'custom-fields': true } }
}
