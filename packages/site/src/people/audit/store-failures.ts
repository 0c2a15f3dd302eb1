import { StoreError, type StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { usersIn } from '../../kernel/records/index.js'
import { usersByName } from '../access/index.js'
import { type AuditRecord, auditEvents } from './audit-collection.js'
import { auditRow } from './audit-rows.js'
import type { FailureCount, FailureCounts } from './failure-counts.js'

/** The stored events of counted failures. */
export interface StoredFailures {
  readonly events: readonly AuditRecord[]
  /** How many of them are new. */
  readonly inserts: number
}

/** Stores the failures that were counted since the last time, in one transaction. */
export async function storeFailures(site: SiteContext, failures: FailureCounts): Promise<StoredFailures> {
  const counted = failures.unstored().map(failure => ({ failure, count: failure.count, before: failure.id }))
  if (counted.length === 0) return { events: [], inserts: 0 }
  const events = await site.store.transaction(async tx => {
    const stored: AuditRecord[] = []
    for (const { failure } of counted) stored.push(await storeFailure(tx, failure))
    return stored
  })
  let inserts = 0
  for (const [at, { failure, count, before }] of counted.entries()) {
    failure.id = events[at]?.id
    failure.isStored = failure.count === count
    if (failure.id !== before) inserts++
  }
  failures.forget(site.services.clock())
  return { events, inserts }
}

async function storeFailure(tx: StoreSession, { id, event, since, time, count }: FailureCount): Promise<AuditRecord> {
  const collection = tx.collection(auditEvents)
  if (id !== undefined) {
    try {
      return await collection.update(id, { time, count })
    } catch (error) {
      const isPruned = error instanceof StoreError && error.code === 'not_found'
      if (!isPruned) throw error
    }
  }
  const { account, login } = event
  const owner = account ?? (login === undefined ? undefined : (await usersByName(usersIn(tx), login))[0])
  return collection.insert({ ...auditRow({ ...event, account: owner }, time), since, count })
}
