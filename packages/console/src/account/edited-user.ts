import { RestError } from '@platen/core'
import type { UserRecord } from '@platen/site'
import type { PageScope } from '../page.js'
import { requirePermission } from '../refusal.js'

const noSuchUser = (message: string) => new RestError('rest_user_invalid_id', message, 404)

/** The user whose id the query holds. Throws a 403 for those who may not edit the user, a 404 if there is none. */
export async function editedUser({ site, session, query, messages, by }: PageScope): Promise<UserRecord> {
  const { principal } = session
  const { id = '' } = query
  requirePermission(principal.can('list_users'))
  const user = /^[1-9]\d{0,14}$/.test(id) ? await site.content.users.get(Number(id), by) : undefined
  if (user === undefined) throw noSuchUser(messages.noSuchUser)
  requirePermission(principal.can('edit_user', user))
  return user
}
