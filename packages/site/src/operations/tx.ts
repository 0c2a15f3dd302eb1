import type { Principal } from '@platen/core'
import type { SitePrincipal } from '../access/site-principal.js'
import type { EventKey } from '../hooks/hooks.js'
import type { SiteContext } from '../site-context.js'
import type { StoreContents } from '../storage/index.js'

/** Who performs an operation: its rules and refusals are theirs. */
export type Actor = SitePrincipal

/**
 * What an operation on content runs in: the site, and one transaction of its store. Operations compose: what several of
 * them do with one `Tx` is stored together or not at all.
 */
export interface Tx {
  readonly site: SiteContext
  /** The collections, as the transaction sees them. */
  readonly store: StoreContents
  /** Emits an event after the transaction has committed. */
  emit<D>(event: EventKey<D>, detail: D): void
  /** Runs work outside the store, such as the removal of files, after the transaction has committed. */
  afterCommit(work: () => Promise<void>): void
}

/**
 * Runs operations in one transaction, then what they deferred, in order. Rejects with what the work throws, and then
 * nothing is stored and nothing emitted.
 */
export async function inTransaction<T>(site: SiteContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const after: (() => Promise<void>)[] = []
  const result = await site.store.transaction(store =>
    work({
      site,
      store,
      emit: (event, detail) => void after.push(() => site.hooks.emit(event, detail)),
      afterCommit: run => void after.push(run),
    }),
  )
  for (const run of after) await run()
  return result
}

/** An actor who may do everything: imports, installation, scheduled work. Its id is 0, so that it owns nothing. */
export const systemActor = (site: { principalOf(user: undefined): Actor }): Actor =>
  Object.freeze({ ...site.principalOf(undefined), authenticated: true, can: () => true })

/** The principal of a user or a principal. A principal that holds no user record acts without one. */
export function actorOf(
  site: Pick<SiteContext, 'principalOf'>,
  as: Parameters<SiteContext['principalOf']>[0] | Principal,
): Actor {
  if (as === undefined) return site.principalOf(undefined)
  if (!('can' in as)) return site.principalOf(as)
  return 'user' in as ? (as as Actor) : { ...as, user: undefined, credential: undefined }
}
