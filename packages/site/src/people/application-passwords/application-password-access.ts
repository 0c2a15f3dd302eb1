import { type PermissionResult, type Principal, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { UserRecord } from '../../kernel/records/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import { applicationPasswordsAvailable } from './options.js'

/** The actions on application passwords, with the code and message for callers who may not perform them. */
const refusals = {
  list: ['rest_cannot_list_application_passwords', 'You are not allowed to list these application passwords.'],
  create: [
    'rest_cannot_create_application_passwords',
    'You are not allowed to create application passwords for this user.',
  ],
  read: ['rest_cannot_read_application_password', 'You are not allowed to see this application password.'],
  rename: ['rest_cannot_edit_application_password', 'You are not allowed to change this application password.'],
  revoke: ['rest_cannot_delete_application_password', 'You are not allowed to revoke this application password.'],
  revokeAll: ['rest_cannot_delete_application_passwords', 'You are not allowed to revoke these application passwords.'],
} as const

/** Something that is done with application passwords. */
export type PasswordAction = keyof typeof refusals

/**
 * Whether a caller may perform an action on the application passwords of a user: only if the caller may edit the user.
 */
export function mayManagePasswords(principal: Principal, owner: UserRecord, action: PasswordAction): PermissionResult {
  const [code, message] = refusals[action]
  return principal.can('edit_user', owner) || refusal({ principal }, code, message)
}

export const noSuchPassword = (): RestError =>
  new RestError('rest_application_password_not_found', 'There is no such application password.', 404)

/** The refusal of application passwords where they are not available: for a request, or to this user. */
export function unavailable(site: SiteContext, user: UserRecord, secure: boolean | undefined): RestError | undefined {
  if (!applicationPasswordsAvailable(site, { secure }))
    return new RestError('application_passwords_disabled', 'Application passwords are not available.', 501)
  if (applicationPasswordsAvailable(site, { user, secure })) return undefined
  return new RestError(
    'application_passwords_disabled_for_user',
    'Application passwords are not available for this user.',
    501,
  )
}
