import type { Principal } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { postTypes } from './post-types.js'

/** Whether a principal may write posts of any type that REST shows. */
export const writesPosts = (site: SiteContext, principal: Principal): boolean =>
  site
    .get(postTypes)
    .all()
    .some(type => type.showInRest && principal.can(type.capabilities.edit_posts))
