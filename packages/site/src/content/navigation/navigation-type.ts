import type { SiteContext } from '../../kernel/context/index.js'
import { type PostType, postTypes } from '../types/index.js'

/** The post type of navigations; `undefined` when it does not show in the interface. */
export function navigationType(site: SiteContext): PostType | undefined {
  const type = site.get(postTypes).get(`${site.dialect.prefix}_navigation`)
  return type?.showInRest === true ? type : undefined
}
