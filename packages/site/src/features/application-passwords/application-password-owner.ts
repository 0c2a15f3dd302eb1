import { type HandlerRequest, memoKey, type PermissionResult, RestError } from '@platen/core'
import { recordById } from '../../rest/record-by-id.js'
import { refusal } from '../../rest/refusal.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../../storage/index.js'
import { noSuchUser } from '../users/user-access.js'
import { applicationPasswordsAvailable } from './application-passwords.js'

type Permission = (request: HandlerRequest) => Promise<PermissionResult>

const owner = memoKey<Promise<UserRecord | RestError>>('owner')

/** The user whose application passwords a request is about, or why there is none. */
function ownerOf(site: SiteContext, request: HandlerRequest): Promise<UserRecord | RestError> {
  return request.once(owner, () => findOwner(site, request))
}

async function findOwner(site: SiteContext, request: HandlerRequest): Promise<UserRecord | RestError> {
  const given = String(request.params['user_id'] ?? '').toLowerCase()
  const isCaller = given === 'me'
  if (isCaller && !request.principal.authenticated)
    return new RestError('rest_not_logged_in', 'You are not signed in.', 401)
  const user = await recordById(site.store.users, isCaller ? request.principal.id : given)
  if (user === undefined) return noSuchUser()
  if (!applicationPasswordsAvailable(site)) {
    return new RestError('application_passwords_disabled', 'Application passwords are not available.', 501)
  }
  if (!applicationPasswordsAvailable(site, user)) {
    return new RestError(
      'application_passwords_disabled_for_user',
      'Application passwords are not available for this user.',
      501,
    )
  }
  return user
}

/** The owner, for handlers: their permission has found out that there is one. */
export async function standingOwner(site: SiteContext, request: HandlerRequest): Promise<UserRecord> {
  const owner = await ownerOf(site, request)
  if (owner instanceof RestError) throw owner
  return owner
}

/** Lets those manage application passwords who may edit their owner; `code` tells the others what they may not do. */
export function managesOwner(site: SiteContext, code: string, message: string): Permission {
  return async request => {
    const owner = await ownerOf(site, request)
    if (owner instanceof RestError) return owner
    return request.principal.can('edit_user', owner) || refusal(request, code, message)
  }
}

/** Lets callers look at the application password that they call with, and nobody else's. */
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
