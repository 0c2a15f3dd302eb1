import { type HandlerRequest, memoKey, type PermissionResult, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { type UserRecord, usersIn } from '../../kernel/records/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { recordById } from '../../kernel/rest/index.js'
import { noSuchUser } from '../users/index.js'
import { mayManagePasswords, type PasswordAction, unavailable } from './application-password-access.js'

type Permission = (request: HandlerRequest) => Promise<PermissionResult>

const owner = memoKey<Promise<UserRecord | RestError>>('owner')

/** The user whose application passwords a request addresses, or the error if there is none. */
function ownerOf(site: SiteContext, request: HandlerRequest): Promise<UserRecord | RestError> {
  return request.once(owner, () => findOwner(site, request))
}

async function findOwner(site: SiteContext, request: HandlerRequest): Promise<UserRecord | RestError> {
  const id = String(request.params['user_id'] ?? '').toLowerCase()
  const isCaller = id === 'me'
  if (isCaller && !request.principal.authenticated)
    return new RestError('rest_not_logged_in', 'You are not signed in.', 401)
  const user = await recordById(usersIn(site.store), isCaller ? request.principal.id : id)
  if (user === undefined) return noSuchUser()
  return unavailable(site, user, request.secure) ?? user
}

/** The owner, for handlers, whose permission has ensured that it exists. */
export async function requestedOwner(site: SiteContext, request: HandlerRequest): Promise<UserRecord> {
  const owner = await ownerOf(site, request)
  if (owner instanceof RestError) throw owner
  return owner
}

/** Permits callers who may edit the owner of application passwords. */
export function managesOwner(site: SiteContext, action: PasswordAction): Permission {
  return async request => {
    const owner = await ownerOf(site, request)
    return owner instanceof RestError ? owner : mayManagePasswords(request.principal, owner, action)
  }
}

/** Permits callers to read the application password that they use, but no other one. */
export function isOwner(site: SiteContext): Permission {
  return async request => {
    const owner = await ownerOf(site, request)
    if (owner instanceof RestError) return owner
    if (owner.id === request.principal.id) return true
    return refusal(
      request,
      'rest_cannot_introspect_app_password_for_non_authenticated_user',
      'The application password in use is shown only to its owner.',
    )
  }
}
