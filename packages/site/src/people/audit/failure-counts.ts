import { foldKey } from '@platen/storage'
import { clientNetwork } from '../../kernel/web/index.js'
import type { NewAuditEvent } from './audit-event.js'

/** A failure that may have happened several times. */
export interface FailureCount {
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
      const kept = shortened(event)
      const key = keyOf(kept)
      const isKnown = counts.has(key)
      const rest: NewAuditEvent = { kind: event.kind }
      const [counted, as] = isKnown || counts.size < MAX_COUNTS ? [key, kept] : [keyOf(rest), rest]
      const found = counts.get(counted)
      if (found !== undefined) {
        found.count++
        found.time = now
        found.isStored = false
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
