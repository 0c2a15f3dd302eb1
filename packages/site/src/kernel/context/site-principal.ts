import type { AnyRecord } from '@platen/storage'
import type { UserRecord } from '../records/index.js'
import { holds } from './rights.js'
import type { Role } from './roles.js'
import type { AccessRules, RuleScope, SitePrincipal } from './site-context.js'

/** The part of a user that determines what the user may do. */
export type CapabilityHolder = Pick<UserRecord, 'roles' | 'capabilities'>

/** All capabilities of a user: those of their roles, overridden by those granted or denied individually. */
export function capabilitiesOf(
  user: CapabilityHolder,
  roles: Readonly<Record<string, Role>>,
): ReadonlyMap<string, boolean> {
  const all = new Map<string, boolean>()
  for (const role of user.roles) for (const capability of roles[role]?.capabilities ?? []) all.set(capability, true)
  for (const [capability, granted] of Object.entries(user.capabilities)) all.set(capability, granted)
  return all
}

/**
 * The capabilities that no credential with a scope has: with accounts, or with scripts that run in the browsers of others,
 * it could get beyond its scope.
 */
const WITHHELD: ReadonlySet<string> = new Set([
  'create_user',
  'create_users',
  'edit_user',
  'edit_users',
  'promote_user',
  'promote_users',
  'delete_user',
  'delete_users',
  'remove_users',
  'unfiltered_html',
  'unfiltered_upload',
])

/** Creates the principal of a user; `undefined` gives an anonymous one. */
export function sitePrincipal(
  user: UserRecord | undefined,
  { rules, aliases, ...site }: AccessRules & Omit<RuleScope, 'principal' | 'user'>,
  credential?: SitePrincipal['credential'],
): SitePrincipal {
  const held = user === undefined ? new Map<string, boolean>() : capabilitiesOf(user, site.roles)
  const id = user?.id ?? 0
  const withheld = credential?.scope && WITHHELD
  const can = (capability: string, ...objects: readonly unknown[]): boolean => {
    if (withheld?.has(capability)) return false
    const rule = rules.get(capability)
    if (rule === undefined || objects.length === 0) return held.get(aliases.get(capability) ?? capability) === true
    return holds(rule(scope, ...(objects as never[])), objects[0] as AnyRecord)
  }
  const scope: RuleScope = { ...site, user: id, principal: { id, can } }
  return Object.freeze({ id, authenticated: user !== undefined, user, credential, scope: credential?.scope, can })
}
