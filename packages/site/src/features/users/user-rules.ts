import type { ObjectRule, RuleScope } from '../../access/object-rules.js'
import type { UserRecord } from './user-collection.js'

export const userRules = {
  edit_user: (scope: RuleScope, user: UserRecord) => (scope.user !== 0 && user.id === scope.user ? [] : ['edit_users']),
  delete_user: () => ['delete_users'],
  promote_user: () => ['promote_users'],
} satisfies Record<string, ObjectRule>
