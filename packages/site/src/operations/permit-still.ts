import type { PermissionResult } from '@platen/core'
import { permit } from '../access/permit.js'
import type { Actor, Tx } from './tx.js'

/**
 * Throws unless the actor has a permission, also according to the currently stored rights: they may have been revoked
 * since the actor was identified, and two users who revoke each other's rights at the same time must not both succeed.
 */
export async function permitStill(tx: Tx, actor: Actor, may: (actor: Actor) => PermissionResult): Promise<void> {
  permit(may(actor))
  if (actor.user === undefined) return
  const stored = await tx.store.users.get(actor.user.id)
  const current = stored && tx.site.principalOf(stored, actor.credential)
  permit(may({ ...actor, can: (...args) => current?.can(...args) ?? false }))
}
