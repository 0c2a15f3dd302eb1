import type { SiteContext } from '../../../kernel/context/index.js'
import type { OptionSnapshot } from '../../../kernel/options/index.js'
import { structureOf } from './structure.js'

/** The URL of the archive of a year, month or day: of `2024`, `2024-05` or `2024-05-17`. */
export function dateLink(
  site: Pick<SiteContext, 'url'>,
  date: string,
  options: Pick<OptionSnapshot, 'derived'>,
): string {
  const { plain, front, end } = structureOf(options)
  return plain ? `${site.url}/?m=${date.replaceAll('-', '')}` : `${site.url}${front}${date.replaceAll('-', '/')}${end}`
}
