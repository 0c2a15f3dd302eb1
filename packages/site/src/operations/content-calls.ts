import type { Principal } from '@platen/core'
import type { SiteContext } from '../site-context.js'
import type { UserRecord } from '../storage/index.js'
import { translateStoreError } from '../storage/translate-error.js'
import { type Actor, actorOf, inTransaction, type Tx } from './tx.js'

/** Who does something in process: their rules and refusals hold. */
export interface As {
  /** A stored user or a principal; `site.system` may do everything, `site.principalOf(undefined)` is anonymous. */
  readonly as: UserRecord | Principal
}

/** Who changes something, and what version of it the change is based on. */
export interface AsOf extends As {
  /** Another version than the stored one is refused as `rest_precondition_failed`; without one nothing is compared. */
  readonly version?: number | undefined
}

/** What a feature makes its part of `site.content` of. */
export interface ContentCalls {
  readonly site: SiteContext
  /** Runs an operation in a transaction of its own, once the site is ready. */
  run<I, R>(operation: (tx: Tx, actor: Actor, input: I) => Promise<R>, input: I, by: As): Promise<R>
  /** The actor of a call that reads, or that opens its transaction later; resolves once the site is ready. */
  actor(by: As): Promise<Actor>
}

/** Runs operations in one transaction; what the store refuses is the `RestError` that a client would get. */
export async function transact<T>(site: SiteContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(site, work)
  } catch (thrown) {
    throw translateStoreError(thrown) ?? thrown
  }
}

/** Makes the calls of a site; `ready` resolves when everything is registered. */
export const contentCalls = (site: SiteContext, ready: () => Promise<void>): ContentCalls =>
  Object.freeze({
    site,
    async run<I, R>(operation: (tx: Tx, actor: Actor, input: I) => Promise<R>, input: I, { as }: As) {
      await ready()
      return transact(site, tx => operation(tx, actorOf(site, as), input))
    },
    async actor({ as }: As) {
      await ready()
      return actorOf(site, as)
    },
  })
