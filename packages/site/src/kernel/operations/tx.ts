import type { Principal } from '@platen/core'
import type { StoreSession, StoreTransaction, TransactionOptions } from '@platen/storage'
import type { EventKey, SiteContext, SitePrincipal } from '../context/index.js'
import { dryRunEnd } from './dry-run.js'

/** The principal who performs an operation, and whose permissions apply. */
export type Actor = SitePrincipal

/**
 * The context of an operation on content: the site, and one transaction of its store. Operations that share a `Tx` are
 * either all stored or none.
 */
export interface Tx {
  readonly site: SiteContext
  /** The collections as seen by the transaction. */
  readonly store: StoreSession
  /** Whether it runs beside other transactions: see `defineOperation`. */
  readonly concurrent: boolean
  /**
   * Waits until no other concurrent transaction holds one of these keys, and holds them until the end. What the operation
   * reads afterwards includes the changes of the others. Lock all keys at once where possible.
   */
  lock(...keys: readonly (string | readonly string[])[]): Promise<void>
  /** The address of the client whose request it is, for audit events. */
  readonly remoteAddress: string | undefined
  /**
   * Whether it belongs to a call in process, whose scope no route has checked. Such calls refuse names of meta that are not
   * registered; requests ignore them.
   */
  readonly inProcess?: boolean | undefined
  /** Emits an event after the transaction has committed. */
  emit<D>(event: EventKey<D>, detail: D): void
  /** Runs work outside the store, such as the removal of files, after the transaction has committed. */
  afterCommit(work: () => Promise<void>): void
}

/**
 * Runs operations in one transaction; after the commit, emits their events and runs their deferred work, in order. Pass
 * `grouped: false` for long work, and `bulk` for work that stores many records, such as an import.
 */
export async function inTransaction<T>(
  site: SiteContext,
  work: (tx: Tx) => Promise<T>,
  remoteAddress?: string,
  { grouped = true, bulk = false, concurrent = false }: TransactionOptions = {},
): Promise<T> {
  let after: (() => Promise<void>)[] = []
  const end = dryRunEnd(site)
  const inStore = async (store: StoreTransaction) => {
    // The store repeats transactions that conflict with others.
    after = []
    const done = await work({
      site,
      store,
      concurrent,
      lock: async (...keys) => store.lock(keys.flat()),
      remoteAddress: remoteAddress || undefined,
      // Without listeners, an import of thousands of records does not have to keep them in memory until the commit.
      emit: (event, detail) => void (site.hooks.listens(event) && after.push(() => site.hooks.emit(event, detail))),
      afterCommit: run => void after.push(run),
    })
    end()
    return done
  }
  const result = await site.store.transaction(inStore, { grouped, bulk, concurrent })
  for (const run of after) await run()
  return result
}

/** An actor with all capabilities, for imports, installation and scheduled work. Its id is 0, so it owns nothing. */
export const systemActor = (site: { principalOf(user: undefined): Actor }): Actor =>
  Object.freeze({ ...site.principalOf(undefined), authenticated: true, can: () => true })

/** The actor for a stored user or any principal; a principal without a user record acts without one. */
export function actorOf(
  site: Pick<SiteContext, 'principalOf'>,
  as: Parameters<SiteContext['principalOf']>[0] | Principal,
): Actor {
  if (as === undefined) return site.principalOf(undefined)
  if (!('can' in as)) return site.principalOf(as)
  return 'user' in as ? (as as Actor) : { ...as, user: undefined, credential: undefined }
}
