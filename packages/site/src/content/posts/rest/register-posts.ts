import type { SiteContext } from '../../../kernel/context/index.js'
import { postTypes } from '../../types/index.js'
import { postRoutes } from '../post-family.js'

/** The routes of every post type that is shown in REST and has no resource of its own. */
export function registerPosts(site: SiteContext): void {
  for (const type of site.get(postTypes).all())
    if (type.showInRest && type.controller === 'posts') postRoutes(site, type)
}
