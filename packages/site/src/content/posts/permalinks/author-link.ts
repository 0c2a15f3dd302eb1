import type { UserRecord } from '../features/users/user-collection.js'
import type { OptionSnapshot } from '../settings/options.js'
import type { SiteContext } from '../site-context.js'
import { structureOf } from './structure.js'

/** The URL of a user's archive page. */
export function authorLink(
  site: Pick<SiteContext, 'url'>,
  user: Pick<UserRecord, 'id' | 'slug'>,
  options: Pick<OptionSnapshot, 'text'>,
): string {
  const { plain, front, end } = structureOf(options)
  return plain ? `${site.url}/?author=${user.id}` : `${site.url}${front}author/${user.slug}${end}`
}
