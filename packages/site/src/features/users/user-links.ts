import type { LinkRow, Method, Principal } from '@platen/core'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from './user-collection.js'
import type { UserView } from './user-view.js'
import { usersUrl } from './users-url.js'

/** The methods that a caller may use on a visible user, by the same rules as the endpoints. */
function allowedOnUser(user: UserRecord, principal: Principal): readonly Method[] {
  const allowed: Method[] = ['GET']
  if (principal.can('edit_user', user)) allowed.push('POST', 'PUT', 'PATCH')
  if (principal.can('delete_user', user)) allowed.push('DELETE')
  return allowed
}

export const userLinks = (site: SiteContext): readonly LinkRow<UserRecord, Pick<UserView, 'principal'>>[] => [
  {
    rel: 'self',
    href: [`${usersUrl(site)}/`, user => user.id],
    allow: (user, { principal }) => allowedOnUser(user, principal),
  },
  { rel: 'collection', href: usersUrl(site) },
]
