import { AsyncLocalStorage } from 'node:async_hooks'
import { RestError } from '@platen/core'
import { registrationKey, type SiteContext } from '../context/index.js'

const dryRuns = registrationKey('dry runs', () => new AsyncLocalStorage<true>(), { isLasting: true })

/**
 * Runs work, such as a call of the interface, whose transactions are rolled back at their end: everything is checked, nothing is
 * stored, and no event is emitted. The first transaction then throws a `RestError` with the code `rest_dry_run` and the status
 * 200. Only for work that changes nothing but the store.
 */
export const inDryRun = <T>(site: Pick<SiteContext, 'get'>, work: () => Promise<T>): Promise<T> =>
  site.get(dryRuns).run(true, work)

/** Returns what ends the work of a transaction that begins now: in a dry run, it throws, to roll the transaction back. */
export function dryRunEnd(site: Pick<SiteContext, 'get'>): () => void {
  // Stores may run the work of several callers together, in the asynchronous context of one of them.
  const isDry = site.get(dryRuns).getStore() === true
  return () => {
    if (isDry) throw new RestError('rest_dry_run', 'The request is valid and permitted. Nothing was stored.', 200)
  }
}
