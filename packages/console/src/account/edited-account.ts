import { RestError } from '@platen/core'
import type { PageScope } from '../page.js'
import { bodyOf, requirePermission } from '../refusal.js'
import { consoleRoute, read, siteRoute } from '../routes.js'

/** A user, as the interface shows it to callers who may edit it. */
interface ShownUser {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly first_name: string
  readonly last_name: string
  readonly nickname: string
  readonly email: string
  readonly url: string
  readonly description: string
  readonly roles: readonly string[]
}

/** Additional data that the console shows. */
interface ShownAccount {
  /** The language that the user has chosen; empty for the site's own. */
  readonly locale: string
  readonly can_promote: boolean
  readonly can_delete: boolean
}

/** The account of a user. */
export interface Account extends ShownUser, ShownAccount {
  /** The tag of its version, to notice changes by others. */
  readonly tag: string
}

const FIELDS = 'id,username,name,first_name,last_name,nickname,email,url,description,roles'

/** The route of a user. */
export const userRoute = (scope: PageScope, { id }: Pick<Account, 'id'>): string => siteRoute(scope, `users/${id}`)

/** Loads an account. Throws the error of the interface if the caller may not edit it. */
export async function loadAccount(scope: PageScope, id: number): Promise<Account> {
  const query = { context: 'edit', _fields: FIELDS }
  const user = await scope.site.call<ShownUser>('GET', userRoute(scope, { id }), undefined, { ...scope.by, query })
  const { locale, can_promote, can_delete } = await read<ShownAccount>(scope, consoleRoute(`users/${id}`))
  return { ...bodyOf(user), locale, can_promote, can_delete, tag: user.headers['ETag'] ?? '' }
}

/**
 * Loads the account whose id is in the query. Throws a 403 if the caller may not edit it, a 404 if it does not exist.
 */
export async function editedAccount(scope: PageScope): Promise<Account> {
  const { id = '' } = scope.query
  requirePermission(scope.session.principal.can('list_users'))
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new RestError('rest_user_invalid_id', scope.messages.noSuchUser, 404)
  return loadAccount(scope, Number(id))
}
