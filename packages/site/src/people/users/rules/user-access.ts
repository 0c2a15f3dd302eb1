import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { CapabilityHolder } from '../../../kernel/context/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'
import { refusal } from '../../../kernel/refusals/index.js'
import type { UserInput } from '../operations/user-input.js'

type Roles = Pick<UserInput, 'roles'>

/** An account that has nothing but some roles: promoting it means to give these. */
const withRoles = (roles: readonly string[]): CapabilityHolder => ({ roles, capabilities: {} })

/** Whether a caller may give roles to an account that has none of them. */
export const mayGiveRoles = (principal: Principal, roles: readonly string[]): boolean =>
  principal.can('promote_user', withRoles(roles))

export const noSuchUser = (): RestError => new RestError('rest_user_invalid_id', 'There is no such user.', 404)

/** Whether a caller may create users, and choose their roles. */
export function mayCreateUser(principal: Principal, { roles }: Roles): PermissionResult {
  if (!principal.can('create_users'))
    return refusal({ principal }, 'rest_cannot_create_user', 'You are not allowed to create users.')
  if (roles !== undefined && !mayGiveRoles(principal, roles))
    return refusal({ principal }, 'rest_cannot_edit_roles', 'You are not allowed to give roles.')
  return true
}

/** Whether a caller may create users who have the roles that the site gives to new ones. */
export const mayCreateWithDefaults = (principal: Principal, roles: readonly string[]): PermissionResult =>
  principal.can('create_user', withRoles(roles)) ||
  refusal({ principal }, 'rest_cannot_create_user', 'You are not allowed to create users with the default role.')

/** Whether a caller may change a user, and set other roles. Callers who may edit a user may also remove all roles. */
export function mayEditUser(principal: Principal, user: UserRecord, { roles = [] }: Roles): PermissionResult {
  const added = roles.filter(role => !user.roles.includes(role))
  const mayPromote = () => principal.can('promote_user', user) && mayGiveRoles(principal, added)
  if (roles.length > 0 && !mayPromote()) {
    return refusal({ principal }, 'rest_cannot_edit_roles', 'You are not allowed to change the roles of this user.')
  }
  return (
    principal.can('edit_user', user) ||
    refusal({ principal }, 'rest_cannot_edit', 'You are not allowed to edit this user.')
  )
}

export const mayDeleteUser = (principal: Principal, user: UserRecord): PermissionResult =>
  principal.can('delete_user', user) ||
  refusal({ principal }, 'rest_user_cannot_delete', 'You are not allowed to delete this user.')
