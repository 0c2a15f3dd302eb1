import type { LinkRow, Method } from '@platen/core'
import type { SiteContext } from '../../../kernel/context/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { usersUrl } from '../users-url.js'
import type { UserView } from './user-view.js'

type Reader = Pick<UserView, 'principal' | 'isReadable'>

/** The methods that a caller may use on a user, by the same rules as the endpoints. */
function allowedOnUser(user: UserRecord, { principal, isReadable }: Reader): readonly Method[] {
  const allowed: Method[] = isReadable(user) ? ['GET'] : []
  if (principal.can('edit_user', user)) allowed.push('POST', 'PUT', 'PATCH')
  if (principal.can('delete_user', user)) allowed.push('DELETE')
  return allowed
}

export const userLinks = (site: SiteContext): readonly LinkRow<UserRecord, Reader>[] => [
  {
    rel: 'self',
    href: [`${usersUrl(site)}/`, user => user.id],
    allow: allowedOnUser,
  },
  { rel: 'collection', href: usersUrl(site) },
]
