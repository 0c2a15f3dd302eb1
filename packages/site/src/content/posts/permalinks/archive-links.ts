import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import type { PostType } from '../../types/index.js'
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

/** The URL of the archive of a year, month or day: of `2024`, `2024-05` or `2024-05-17`. */
export function dateLink(
  site: Pick<SiteContext, 'url'>,
  date: string,
  options: Pick<OptionSnapshot, 'derived'>,
): string {
  const { plain, front, end } = structureOf(options)
  return plain ? `${site.url}/?m=${date.replaceAll('-', '')}` : `${site.url}${front}${date.replaceAll('-', '/')}${end}`
}

/** The URL of the archive page of a post type; `undefined` if it has none. */
export function typeArchiveLink(
  site: Pick<SiteContext, 'url'>,
  { name, hasArchive, rewriteSlug }: PostType,
  options: Pick<OptionSnapshot, 'derived'>,
): string | undefined {
  if (hasArchive === false) return undefined
  const { plain, front, end } = structureOf(options)
  const slug = typeof hasArchive === 'string' ? hasArchive : rewriteSlug || name
  return plain ? `${site.url}/?post_type=${name}` : `${site.url}${front}${slug}${end}`
}
