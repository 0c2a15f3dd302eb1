import { AsyncLocalStorage } from 'node:async_hooks'
import { RestError } from '@platen/core'
import type { Store } from '@platen/storage'
import type { SiteContext } from '../context/index.js'

// One for all sites: Node keeps each for as long as the process lives, and passes its value on at each promise.
const dryStore = new AsyncLocalStorage<Store>()

/**
 * Runs work, such as a call of the interface, whose transactions are rolled back at their end: everything is checked, nothing is
 * stored, and no event is emitted. The first transaction then throws a `RestError` with the code `rest_dry_run` and the status
 * 200. Only for work that changes nothing but the store.
 */
export const inDryRun = <T>(site: Pick<SiteContext, 'store'>, work: () => Promise<T>): Promise<T> =>
  dryStore.run(site.store, work)

/** Returns what ends the work of a transaction that begins now: in a dry run, it throws, to roll the transaction back. */
export function dryRunEnd(site: Pick<SiteContext, 'store'>): () => void {
  // Stores may run the work of several callers together, in the asynchronous context of one of them.
  const isDry = dryStore.getStore() === site.store
  return () => {
    if (isDry) throw new RestError('rest_dry_run', 'The request is valid and permitted. Nothing was stored.', 200)
  }
}
