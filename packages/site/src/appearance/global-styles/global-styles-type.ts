import { type PostType, postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'

/** The post type of the styles of users; `undefined` when it does not show in the interface. */
export function globalStylesType(site: SiteContext): PostType | undefined {
  const type = site.get(postTypes).get(`${site.dialect.prefix}_global_styles`)
  return type?.showInRest === true ? type : undefined
}
