import type { ObjectRule, RuleScope } from '../../access/object-rules.js'
import { type CapabilityHolder, capabilitiesOf } from '../../access/site-principal.js'
import type { UserRecord } from './user-collection.js'

/** Ranks of roles that nothing checks: everybody has one, so they would keep most roles from managing anybody. */
const LEVEL = /^level_\d+$/

/** Whether a caller has a capability and, where the dialect protects stronger accounts, all those of an account. */
function manages({ principal, dialect, roles }: RuleScope, capability: string, account: CapabilityHolder): boolean {
  if (!principal.can(capability)) return false
  if (!dialect.protectsStrongerAccounts) return true
  return [...capabilitiesOf(account, roles)].every(([name, held]) => !held || LEVEL.test(name) || principal.can(name))
}

export const userRules = {
  edit_user: (scope: RuleScope, user: UserRecord) =>
    (scope.user !== 0 && user.id === scope.user) || manages(scope, 'edit_users', user),
  delete_user: (scope: RuleScope, user: UserRecord) => manages(scope, 'delete_users', user),
  /** Applies to an account with the new roles as well as to the account as it is. */
  promote_user: (scope: RuleScope, user: CapabilityHolder) => manages(scope, 'promote_users', user),
  create_user: (scope: RuleScope, user: CapabilityHolder) => manages(scope, 'create_users', user),
} satisfies Record<string, ObjectRule>
