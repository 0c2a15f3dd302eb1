import type { SiteContext } from '../../kernel/context/index.js'
import { postsIn } from '../../kernel/records/index.js'
import { type PostType, postTypes } from '../types/index.js'

/** The post type of attachments, which always supports thumbnails and custom fields; its excerpt is the field `caption`. */
export function attachmentType(site: SiteContext): PostType {
  const type = site.get(postTypes).require('attachment')
  return { ...type, showsExcerpt: false, supports: { ...type.supports, thumbnail: true, 'custom-fields': true } }
}

/** Contains the id of the new attachment, so that clients can continue with it if the response is cut off. */
export const attachmentHeader = ({ names }: Pick<SiteContext, 'names'>, id: number): Record<string, string> => ({
  [`${names.headerPrefix}Upload-Attachment-ID`]: String(id),
})

/** The URL of the file of the site's icon, an attachment. */
export async function iconUrl(site: SiteContext, id: number): Promise<string> {
  const icon = id > 0 ? await postsIn(site.store).get(id) : undefined
  return icon?.type === 'attachment' ? icon.guid : ''
}
