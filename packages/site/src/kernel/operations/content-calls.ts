import type { Principal } from '@platen/core'
import type { TransactionOptions } from '@platen/storage'
import type { SiteContext } from '../context/index.js'
import type { UserRecord } from '../records/index.js'
import { translateStoreError } from '../refusals/index.js'
import type { Operation } from './define-operation.js'
import { type Actor, actorOf, inTransaction, type Tx } from './tx.js'

/** The actor of a call in process, whose permissions apply. */
export interface As {
  /** A stored user or a principal: `site.system` has all capabilities, `site.principalOf(undefined)` is anonymous. */
  readonly as: UserRecord | Principal
  /** The address of the client who caused the call, for audit events. */
  readonly remoteAddress?: string | undefined
}

/** The actor of a change, and the version that it is based on. */
export interface AsOf extends As {
  /** If the stored version differs, the call rejects with `rest_precondition_failed`; `undefined` skips the check. */
  readonly version?: number | undefined
}

/** The helpers that features build their part of `site.content` with. */
export interface ContentCalls {
  readonly site: SiteContext
  /** Runs an operation in its own transaction, once the site is ready. */
  run<I, R>(operation: Operation<I, R>, input: I, by: As): Promise<R>
  /**
   * Resolves the actor, once the site is ready: for reads, and for calls that manage their own transactions. An actor with a
   * scope must be able to use the method, GET by default, everywhere, since calls have no routes.
   */
  actor(by: As, method?: 'GET' | 'POST'): Promise<Actor>
}

/**
 * Runs operations in one transaction of a call in process, and translates errors of the store to `RestError`s. Names that
 * are not registered are refused: code that misspells one is wrong, while a client may know more than the site.
 */
export async function transact<T>(
  site: SiteContext,
  work: (tx: Tx) => Promise<T>,
  remoteAddress?: string,
  options?: TransactionOptions,
): Promise<T> {
  try {
    return await inTransaction(site, tx => work({ ...tx, inProcess: true }), remoteAddress, options)
  } catch (thrown) {
    throw translateStoreError(thrown) ?? thrown
  }
}

/**
 * Creates the helpers of a site; `ready` resolves when the site is ready. Each operation runs in the context that is
 * current when it begins; `site` is what reads use.
 */
export const contentCalls = (
  current: () => SiteContext,
  ready: () => Promise<void>,
  site: SiteContext = current(),
): ContentCalls =>
  Object.freeze({
    site,
    async run<I, R>(operation: Operation<I, R>, input: I, { as, remoteAddress }: As) {
      await ready()
      const context = current()
      const work = (tx: Tx) => operation(tx, actorOf(context, as), input)
      return transact(context, work, remoteAddress, { concurrent: operation.concurrent })
    },
    async actor({ as }: As, method = 'GET') {
      await ready()
      const actor = actorOf(current(), as)
      const refused = actor.scope?.refuse(method)
      if (refused !== undefined) throw refused
      return actor
    },
  })
