import { RestError } from '@platen/core'
import type { SiteContext, SitePrincipal } from '../../kernel/context/index.js'
import type { OptionSnapshot } from '../../kernel/options/index.js'
import type { UserRecord } from '../../kernel/records/index.js'

/** The default roles of a new user. */
export function defaultRolesOf(site: SiteContext, options: OptionSnapshot): readonly string[] {
  const role = options.text('default_role', 'subscriber')
  return Object.hasOwn(site.roles, role) ? [role] : []
}

/** Refuses unknown roles, and roles with which callers would lose their right to change roles. */
export function checkRoles(
  site: SiteContext,
  principal: SitePrincipal,
  user: UserRecord | undefined,
  roles: readonly string[],
): void {
  for (const role of roles) {
    if (!Object.hasOwn(site.roles, role))
      throw new RestError('rest_user_invalid_role', `There is no role "${role}".`, 400)
  }
  if (user === undefined || user.id !== principal.id || !principal.can('promote_users')) return
  if (!site.principalOf({ ...user, roles }).can('promote_users')) {
    throw new RestError('rest_user_invalid_role', 'You cannot remove your own right to change roles.', 403)
  }
}
