import type { Links, Method, Principal } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from './user-collection.js'
import { usersUrl } from './users-url.js'

/** The methods that a caller who sees a user may use on them: by the same rules as the endpoints. */
function allowedOnUser(user: UserRecord, principal: Principal): readonly Method[] {
  const allowed: Method[] = ['GET']
  if (principal.can('edit_user', user)) allowed.push('POST', 'PUT', 'PATCH')
  if (principal.can('delete_user', user)) allowed.push('DELETE')
  return allowed
}

/** The links of a user. */
export function userLinks(site: SiteContext, user: UserRecord, principal: Principal): Links {
  const collection = usersUrl(site)
  return {
    self: [{ href: `${collection}/${user.id}`, targetHints: { allow: allowedOnUser(user, principal) } }],
    collection: [{ href: collection }],
  }
}
