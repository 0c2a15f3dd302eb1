import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { structureOf } from './structure.js'

/** The URL of a user's archive page. */
export function authorLink(
  site: Pick<SiteContext, 'url'>,
  user: Pick<UserRecord, 'id' | 'slug'>,
  options: Pick<OptionSnapshot, 'derived'>,
): string {
  const { plain, front, end } = structureOf(options)
  return plain ? `${site.url}/?author=${user.id}` : `${site.url}${front}author/${user.slug}${end}`
}
