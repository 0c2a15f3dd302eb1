import { RestError } from '@platen/core'
import { usersIn } from '../records/index.js'
import type { Actor, Tx } from './tx.js'

/** A function that changes content in a transaction, with the permissions that its actor has at that time. */
export interface Operation<I, R> {
  (tx: Tx, actor: Actor, input: I): Promise<R>
  /** Marks functions that `defineOperation` has created. */
  readonly checksActor: true
}

/**
 * Declares an operation. `run` receives the actor as stored in the transaction: rights that were revoked since the actor
 * was identified are gone. If the user or the credential no longer exists, the operation rejects with a 401
 * `rest_not_logged_in`. Actors without a user record are passed on unchanged.
 */
export const defineOperation = <I, R>(run: (tx: Tx, actor: Actor, input: I) => Promise<R>): Operation<I, R> =>
  Object.assign(async (tx: Tx, actor: Actor, input: I) => run(tx, await currentActor(tx, actor), input), {
    checksActor: true as const,
  })

/**
 * The actor with the stored user. Writers of a store are serialized, so neither the user nor the rights can change before
 * the transaction ends.
 */
export async function currentActor({ site, store }: Pick<Tx, 'site' | 'store'>, actor: Actor): Promise<Actor> {
  const { user, credential } = actor
  if (user === undefined) return actor
  const stored = await usersIn(store).get(user.id)
  if (stored === undefined || (await credential?.isValid?.(store, stored)) === false)
    throw new RestError('rest_not_logged_in', 'Your account or the password in use no longer exists.', 401)
  if (stored.version === user.version) return actor
  const { can } = site.principalOf(stored, credential)
  // A principal may have fewer rights than its user.
  return { ...actor, user: stored, can: (...args) => actor.can(...args) && can(...args) }
}
