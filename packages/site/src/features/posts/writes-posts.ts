import type { Principal } from '@platen/core'
import { postTypes } from '../../registrations/post-types.js'
import type { SiteContext } from '../../site-context.js'

/** Whether somebody may write posts of any type that shows in the interface. */
export const writesPosts = (site: SiteContext, principal: Principal): boolean =>
  site
    .get(postTypes)
    .all()
    .some(type => type.showInRest && principal.can(type.capabilities.edit_posts))
