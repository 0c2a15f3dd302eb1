import { RestError } from '@platen/core'
import type { SiteContext } from '../context/index.js'
import { usersIn } from '../records/index.js'
import { type Actor, inTransaction, type Tx } from './tx.js'

/** A function that changes content in a transaction, with the permissions that its actor has at that time. */
export interface Operation<I, R> {
  (tx: Tx, actor: Actor, input: I): Promise<R>
  /** Marks functions that `defineOperation` has created. */
  readonly checksActor: true
  /** Whether it may be part of a concurrent transaction. */
  readonly concurrent: boolean
}

/**
 * Declares an operation. `run` receives the actor as stored in the transaction: rights that were revoked since the actor
 * was identified are gone. If the user or the credential no longer exists, the operation rejects with a 401
 * `rest_not_logged_in`. Actors without a user record are passed on unchanged.
 *
 * By default, its transaction runs alone. One that is declared as `concurrent` runs beside others that are: it locks
 * (`tx.lock`) what it reads to decide by and others of them change, before it reads it, and shifts counts with `increment`.
 * The store may run it again.
 */
export const defineOperation = <I, R>(
  run: (tx: Tx, actor: Actor, input: I) => Promise<R>,
  options?: OperationOptions,
): Operation<I, R> =>
  defineBegunOperation(
    async () => undefined,
    (tx, actor, input: I) => run(tx, actor, input),
    options,
  )

interface OperationOptions {
  readonly concurrent?: boolean
}

/**
 * Declares an operation like `defineOperation`. `begin` locks and reads what `run` needs while the actor is read: over a
 * network, both take one round trip.
 */
export const defineBegunOperation = <I, R, B>(
  begin: (tx: Tx, input: I) => Promise<B>,
  run: (tx: Tx, actor: Actor, input: I, begun: Promise<B>) => Promise<R>,
  { concurrent = false }: OperationOptions = {},
): Operation<I, R> =>
  Object.assign(
    async (tx: Tx, actor: Actor, input: I) => {
      if (tx.concurrent && !concurrent) throw new TypeError('This operation needs a transaction that runs alone.')
      const refused = tx.inProcess ? actor.scope?.refuse('POST') : undefined
      if (refused !== undefined) throw refused
      const checking = currentActor(tx, actor)
      const begun = begin(tx, input)
      // If both fail, the failure of the check counts.
      begun.catch(() => undefined)
      return run(tx, await checking, input, begun)
    },
    { checksActor: true as const, concurrent },
  )

/** Runs an operation in a transaction of its own, beside others if it may: see `inTransaction`. */
export const perform = <I, R>(
  site: SiteContext,
  operation: Operation<I, R>,
  actor: Actor,
  input: I,
  remoteAddress?: string,
): Promise<R> =>
  inTransaction(site, tx => operation(tx, actor, input), remoteAddress, { concurrent: operation.concurrent })

/**
 * The actor with the stored user. Changes of users and credentials run alone, so neither the user nor the rights can change
 * before the transaction ends.
 */
export async function currentActor({ site, store }: Pick<Tx, 'site' | 'store'>, actor: Actor): Promise<Actor> {
  const { user, credential } = actor
  if (user === undefined) return actor
  const reading = usersIn(store).get(user.id)
  const [stored, isValid] = await Promise.all([reading, credential?.isValid?.(store, reading)])
  if (stored === undefined || isValid === false)
    throw new RestError('rest_not_logged_in', 'Your account or the password in use no longer exists.', 401)
  if (stored.version === user.version) return actor
  const { can } = site.principalOf(stored, credential)
  // A principal may have fewer rights than its user.
  return { ...actor, user: stored, can: (...args) => actor.can(...args) && can(...args) }
}
