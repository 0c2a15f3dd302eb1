import { type PostType, postTypes } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'

/** The post type of the styles of users; `undefined` when it does not show in the interface. */
export function globalStylesType(site: SiteContext): PostType | undefined {
  const type = site.get(postTypes).get(`${site.dialect.prefix}_global_styles`)
  return type?.showInRest === true ? type : undefined
}
