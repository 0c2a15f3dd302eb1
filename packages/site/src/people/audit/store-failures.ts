import { foldKey, type NewRecordOf, StoreError, type StoreSession } from '@platen/storage'
import type { SiteContext } from '../../kernel/context/index.js'
import { usersIn } from '../../kernel/records/index.js'
import { clientNetwork } from '../../kernel/web/index.js'
import { usersByName } from '../access/index.js'
import { type AuditRecord, auditEvents } from './audit-collection.js'
import type { NewAuditEvent } from './audit-event.js'

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
  const events = await site.store.transaction(
    async tx => {
      const stored: AuditRecord[] = []
      for (const { failure } of counted) stored.push(await storeFailure(tx, failure))
      return stored
    },
    { concurrent: true },
  )
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

/** A failure that may have happened several times. */
interface FailureCount {
  readonly event: NewAuditEvent
  readonly since: number
  time: number
  count: number
  /** The id of its stored event. */
  id: number | undefined
  isStored: boolean
}

/** The failures of the last hour, counted by kind, account, network and detail. */
export interface FailureCounts {
  /** Counts a failure. Returns whether it is the first one of its kind, account, network and detail. */
  add(event: NewAuditEvent, now: number): boolean
  /** The failures that have changed since they were stored. */
  unstored(): readonly FailureCount[]
  /** Removes stored failures that began more than an hour ago: a repetition is then a new event. */
  forget(now: number): void
}

const HOUR = 60 * 60 * 1000
/**
 * The number of failures that are counted separately in an hour; further ones are counted only by kind, so that an
 * attack cannot fill the store.
 */
const MAX_COUNTS = 200
/** No login is longer. */
const MAX_LOGIN = 100

/** Creates the counts of a process. */
export function failureCounts(): FailureCounts {
  const counts = new Map<string, FailureCount>()
  return {
    add(event, now) {
      const short = shortened(event)
      const key = keyOf(short)
      const isKnown = counts.has(key)
      const rest: NewAuditEvent = { kind: event.kind }
      const [counted, as] = isKnown || counts.size < MAX_COUNTS ? [key, short] : [keyOf(rest), rest]
      const failure = counts.get(counted)
      if (failure !== undefined) {
        failure.count++
        failure.time = now
        failure.isStored = false
        return false
      }
      counts.set(counted, { event: as, since: now, time: now, count: 1, id: undefined, isStored: false })
      return true
    },
    unstored: () => [...counts.values()].filter(({ isStored }) => !isStored),
    forget(now) {
      for (const [key, { since, isStored }] of counts) if (isStored && now - since >= HOUR) counts.delete(key)
    },
  }
}

/** A login from a client is stored only if an account can have it. */
const shortened = ({ login, remoteAddress, ...event }: NewAuditEvent): NewAuditEvent => ({
  ...event,
  remoteAddress: clientNetwork(remoteAddress),
  login: login === undefined || login.length > MAX_LOGIN ? undefined : login,
})

const keyOf = ({ kind, actor, account, login = '', remoteAddress = '', detail }: NewAuditEvent): string =>
  JSON.stringify([kind, actor?.id, account?.id, foldKey(login.trim()), remoteAddress, detail])

/** The values of an insert of an event. */
export type NewAuditRow = NewRecordOf<typeof auditEvents>

/** The row of an event that happened once. */
export function auditRow(
  { kind, actor, account, remoteAddress, detail = {} }: NewAuditEvent,
  time: number,
): NewAuditRow {
  return {
    kind,
    time,
    since: time,
    count: 1,
    actor: actor?.id ?? 0,
    actorLogin: actor?.login ?? '',
    account: account?.id ?? 0,
    accountLogin: account?.login ?? '',
    network: clientNetwork(remoteAddress) ?? '',
    detail,
  }
}
