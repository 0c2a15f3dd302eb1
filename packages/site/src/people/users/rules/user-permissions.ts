import { type HandlerRequest, type MaybePromise, memoKey, type PermissionResult } from '@platen/core'
import { writesPosts } from '../../../content/types/index.js'
import type { SiteContext } from '../../../kernel/context/index.js'
import { holds } from '../../../kernel/context/index.js'
import { type UserRecord, usersIn } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import { recordById } from '../../../kernel/rest/index.js'
import { mayCreateUser, mayDeleteUser, mayEditUser, noSuchUser } from './user-access.js'
import { readAccounts } from './user-rights.js'
import { isShownUser } from './user-visibility.js'

/** Finds the user that a request is about. */
export type AddressedUser = (request: HandlerRequest) => MaybePromise<UserRecord | undefined>

type Permission = (request: HandlerRequest) => MaybePromise<PermissionResult>

export const addressedUser = memoKey<MaybePromise<UserRecord | undefined>>('user')

/** The user whose id is in the path, loaded once for a request. */
export function userById(site: SiteContext): AddressedUser {
  return request => request.once(addressedUser, () => recordById(usersIn(site.store), request.params['id']))
}

/** The user who calls, as stored now. */
export function callingUser(site: SiteContext): AddressedUser {
  return request =>
    request.once(addressedUser, async () =>
      request.principal.id > 0 ? usersIn(site.store).get(request.principal.id) : undefined,
    )
}

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0

/**
 * Who may list users: everybody, but arguments that reveal more than public pages are for callers who may list all
 * users.
 */
export function mayListUsers(site: SiteContext): Permission {
  return request => {
    const { params, principal } = request
    const listsAll = principal.can('list_users')
    if (!listsAll && (isFilled(params['roles']) || isFilled(params['capabilities']))) {
      return refusal(request, 'rest_user_cannot_view', 'You are not allowed to filter users by capabilities or roles.')
    }
    if (!listsAll && params['context'] === 'edit') {
      return refusal(request, 'rest_forbidden_context', 'You are not allowed to see users as administrators do.')
    }
    const orders = [params['orderby']].flat()
    if (!listsAll && (orders.includes('email') || orders.includes('registered_date'))) {
      return refusal(request, 'rest_forbidden_orderby', 'You are not allowed to order users by this.')
    }
    if (params['who'] === 'authors' && !writesPosts(site, principal)) {
      return refusal(request, 'rest_forbidden_who', 'You are not allowed to list authors.')
    }
    return true
  }
}

/** Who may read a user: the user, callers who may list all users, and everybody if the user has published something. */
export function mayReadUser(site: SiteContext, addressed: AddressedUser): Permission {
  return async request => {
    const user = await addressed(request)
    if (user === undefined) return noSuchUser()
    const { principal } = request
    if (holds(readAccounts(principal), user)) return true
    if (request.params['context'] === 'edit') {
      return refusal(request, 'rest_forbidden_context', 'You are not allowed to see this user as administrators do.')
    }
    if (await isShownUser(site, user, request)) return true
    return refusal(request, 'rest_user_cannot_view', 'You are not allowed to see this user.')
  }
}

/** Who may create users, and choose their roles. */
export const mayCreate: Permission = ({ principal, params }) =>
  mayCreateUser(principal, { ...(params['roles'] !== undefined && { roles: rolesOf(params) }) })

/** Who may change the addressed user, and set other roles. */
export function mayUpdate(addressed: AddressedUser): Permission {
  return async request => {
    const user = await addressed(request)
    return user === undefined ? noSuchUser() : mayEditUser(request.principal, user, { roles: rolesOf(request.params) })
  }
}

export function mayDelete(addressed: AddressedUser): Permission {
  return async request => {
    const user = await addressed(request)
    return user === undefined ? noSuchUser() : mayDeleteUser(request.principal, user)
  }
}

const rolesOf = ({ roles }: HandlerRequest['params']): readonly string[] => (Array.isArray(roles) ? roles : [])
