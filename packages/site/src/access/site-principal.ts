import type { Principal } from '@platen/core'
import type { UserRecord } from '../storage/index.js'
import { capabilityAliases, objectRules, type Required, type RuleScope } from './object-rules.js'
import type { Role } from './roles.js'

/** A principal of the site: who it is, as stored. */
export interface SitePrincipal extends Principal {
  /** `undefined` for an anonymous caller. */
  readonly user: UserRecord | undefined
  /** How the caller proved who it is, such as the uuid of an application password. */
  readonly credential: { readonly kind: string; readonly id: string } | undefined
}

/** All capabilities of a user: those of the roles, then what is granted or denied one by one. */
export function capabilitiesOf(user: UserRecord, roles: Readonly<Record<string, Role>>): ReadonlyMap<string, boolean> {
  const all = new Map<string, boolean>()
  for (const role of user.roles) for (const capability of roles[role]?.capabilities ?? []) all.set(capability, true)
  for (const [capability, granted] of Object.entries(user.capabilities)) all.set(capability, granted)
  return all
}

const rules: Readonly<Record<string, (scope: RuleScope, ...objects: never[]) => Required>> = objectRules

/** Makes a principal of a user; without one it is an anonymous caller. */
export function sitePrincipal(
  user: UserRecord | undefined,
  roles: Readonly<Record<string, Role>>,
  scope: Omit<RuleScope, 'user'>,
  credential?: SitePrincipal['credential'],
): SitePrincipal {
  const held = user === undefined ? new Map<string, boolean>() : capabilitiesOf(user, roles)
  const ruleScope: RuleScope = { ...scope, user: user?.id ?? 0 }
  const holds = (capability: string) => held.get(capabilityAliases[capability] ?? capability) === true
  return Object.freeze({
    id: user?.id ?? 0,
    authenticated: user !== undefined,
    user,
    credential,
    can(capability: string, ...objects: readonly unknown[]): boolean {
      const rule = Object.hasOwn(rules, capability) ? rules[capability] : undefined
      if (rule === undefined) return holds(capability)
      if (objects.length === 0) return false
      const wanted = rule(ruleScope, ...(objects as never[]))
      return wanted !== 'never' && wanted.every(holds)
    },
  })
}
