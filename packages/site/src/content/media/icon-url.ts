import type { SiteContext } from '../../kernel/context/index.js'
import { postsIn } from '../../kernel/records/index.js'

/** The URL of the file of the site's icon, an attachment. */
export async function iconUrl(site: SiteContext, id: number): Promise<string> {
  const icon = id > 0 ? await postsIn(site.store).get(id) : undefined
  return icon?.type === 'attachment' ? icon.guid : ''
}
