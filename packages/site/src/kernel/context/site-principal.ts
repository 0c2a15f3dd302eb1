import type { Principal } from '@platen/core'
import type { StoreSession } from '@platen/storage'
import type { UserRecord } from '../records/index.js'
import type { AccessRules, RuleScope } from './object-rules.js'
import type { Role } from './roles.js'

/** What a caller has identified themselves with. */
export interface Credential {
  /** The kind, such as `application-password`. */
  readonly kind: string
  /** What identifies it among those of its kind, such as the UUID of an application password. */
  readonly id: string
  /** Whether it can still be used, in the transaction of an operation; without this method, it cannot be revoked. */
  isValid?(store: StoreSession, user: UserRecord): Promise<boolean>
}

/** A principal together with its stored user. */
export interface SitePrincipal extends Principal {
  /** `undefined` for an anonymous caller. */
  readonly user: UserRecord | undefined
  readonly credential: Credential | undefined
}

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

/** Creates the principal of a user; `undefined` gives an anonymous one. */
export function sitePrincipal(
  user: UserRecord | undefined,
  { rules, aliases, ...site }: AccessRules & Omit<RuleScope, 'user'>,
  credential?: SitePrincipal['credential'],
): SitePrincipal {
  const held = user === undefined ? new Map<string, boolean>() : capabilitiesOf(user, site.roles)
  const scope: RuleScope = { ...site, user: user?.id ?? 0 }
  const holds = (capability: string) => held.get(aliases.get(capability) ?? capability) === true
  return Object.freeze({
    id: user?.id ?? 0,
    authenticated: user !== undefined,
    user,
    credential,
    can(capability: string, ...objects: readonly unknown[]): boolean {
      const rule = rules.get(capability)
      if (rule === undefined) return holds(capability)
      if (objects.length === 0) return false
      const required = rule(scope, ...(objects as never[]))
      return required !== 'never' && required.every(holds)
    },
  })
}
