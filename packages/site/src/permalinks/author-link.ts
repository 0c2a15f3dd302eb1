import type { OptionSnapshot } from '../settings/options.js'
import type { SiteContext } from '../site-context.js'
import type { UserRecord } from '../storage/index.js'

/**
 * The address of the page that lists a user's posts. With `options` it follows the site's structure of addresses: what
 * stands in front of its first tag, the slash at its end, and plain addresses when there is none.
 */
export function authorLink(
  site: Pick<SiteContext, 'url'>,
  user: Pick<UserRecord, 'id' | 'slug'>,
  options?: OptionSnapshot,
): string {
  const structure = options?.text('permalink_structure') ?? '/%author%/'
  if (structure === '') return `${site.url}/?author=${user.id}`
  const front = structure.slice(0, structure.indexOf('%')).replace(/[^/]*$/, '')
  return `${site.url}${front}author/${user.slug}${structure.endsWith('/') ? '/' : ''}`
}
