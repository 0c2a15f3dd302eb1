import type { Principal } from '@platen/core'
import { postTypes } from '../../../content/types/index.js'
import {
  allOf,
  anyOf,
  type CapabilityHolder,
  capabilitiesOf,
  type ObjectRule,
  type Right,
  type RuleScope,
  relatedTo,
  rightBy,
  type SiteContext,
} from '../../../kernel/context/index.js'
import { type PostRecord, type UserRecord, wherePosts, whereUsers } from '../../../kernel/records/index.js'

type Site = Pick<SiteContext, 'get'>
type Caller = Pick<Principal, 'id' | 'can'>

/** The users whose full record a caller may see. */
export const readAccounts = (caller: Caller): Right<UserRecord> =>
  caller.can('list_users') || (caller.id !== 0 && whereUsers.eq('id', caller.id))

/** The types whose published posts make their authors public: types that all clients see. */
export const typesWithAuthors = (site: Site): readonly string[] =>
  site
    .get(postTypes)
    .filter(type => type.showInRest && !type.restricted)
    .map(type => type.name)

/** The users who wrote one of some posts. */
export const authorsOf = (posts: Right<PostRecord>): Right<UserRecord> =>
  relatedTo(whereUsers, wherePosts, { foreign: 'author', local: 'id' }, posts)

/** The posts of some types that make their authors public. */
export const publishedPosts = (types: readonly string[]): Right<PostRecord> =>
  wherePosts.and(wherePosts.eq('status', 'publish'), wherePosts.in('type', types))

/** The posts that show a caller their authors: public ones, and private ones of types that the caller may read. */
export function postsWithAuthors(site: Site, caller: Caller): Right<PostRecord> {
  const types = typesWithAuthors(site)
  const readsPrivate = (name: string) =>
    caller.can(site.get(postTypes).get(name)?.capabilities.read_private_posts ?? '')
  const ofOthers = rightBy(wherePosts, 'type', types, readsPrivate, false)
  return anyOf(publishedPosts(types), allOf(wherePosts.eq('status', 'private'), ofOthers))
}

/** The users whom a caller may see, at least as authors. */
export const readUsers = (site: Site, caller: Caller): Right<UserRecord> =>
  anyOf(readAccounts(caller), authorsOf(postsWithAuthors(site, caller)))

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
