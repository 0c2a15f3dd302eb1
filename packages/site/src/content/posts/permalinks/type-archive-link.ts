import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import type { PostType } from '../../types/index.js'
import { structureOf } from './structure.js'

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
