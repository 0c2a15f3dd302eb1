import { createHash } from 'node:crypto'

/** Statements that lock keys until the end of a transaction. */
export interface AdvisoryLocks {
  /** Waits for all transactions of the site. */
  readonly site: string
  /** Waits for those that lock the whole site. */
  readonly shareSite: string
  /** Locks some keys in the same order always, so that two transactions do not wait for each other. */
  ofKeys(keys: readonly string[]): string
}

/** The locks of one site: those of a database are numbers, for all of its sites. */
export function advisoryLocks(site: string): AdvisoryLocks {
  const numberOf = (key: string) => createHash('sha256').update(`${site} ${key}`).digest().readBigInt64BE()
  const all = numberOf('')
  const lock = (key: bigint) => `select pg_advisory_xact_lock(${key})`
  return {
    site: lock(all),
    shareSite: `select pg_advisory_xact_lock_shared(${all})`,
    ofKeys: keys => {
      const numbers = [...new Set(keys.map(key => numberOf(`key ${key}`)))]
      return numbers
        .sort((a, b) => (a < b ? -1 : 1))
        .map(lock)
        .join('; ')
    },
  }
}
