import {
  type CapabilityHolder,
  capabilitiesOf,
  type ObjectRule,
  type RuleScope,
} from '../../../kernel/context/index.js'
import type { UserRecord } from '../../../kernel/records/index.js'

/** Ranks of roles that nothing checks: everybody has one, so they would keep most roles from managing anybody. */
const LEVEL = /^level_\d+$/

/**
 * The capabilities that a caller must hold to manage an account: all of the account's, where the dialect protects
 * accounts that can do more than the caller.
 */
function heldBy({ dialect, roles }: RuleScope, account: CapabilityHolder): readonly string[] {
  if (!dialect.protectsStrongerAccounts) return []
  return [...capabilitiesOf(account, roles)].flatMap(([name, held]) => (held && !LEVEL.test(name) ? [name] : []))
}

export const userRules = {
  edit_user: (scope: RuleScope, user: UserRecord) =>
    scope.user !== 0 && user.id === scope.user ? [] : ['edit_users', ...heldBy(scope, user)],
  delete_user: (scope: RuleScope, user: UserRecord) => ['delete_users', ...heldBy(scope, user)],
  /** Applies to an account with the new roles as well as to the account as it is. */
  promote_user: (scope: RuleScope, user: CapabilityHolder) => ['promote_users', ...heldBy(scope, user)],
  create_user: (scope: RuleScope, user: CapabilityHolder) => ['create_users', ...heldBy(scope, user)],
} satisfies Record<string, ObjectRule>
