import type { RefusalHandler } from '@platen/core'
import { StoreError } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import type { Actor, Tx } from '../../kernel/operations/index.js'
import { accountKinds, auditEvents, callKinds, failureKinds } from './audit-collection.js'
import { auditRecorded, type NewAuditEvent } from './audit-event.js'
import { auditOption, resolvedAuditOptions } from './audit-options.js'
import { auditRow, type FailureCounts, failureCounts, storeFailures } from './store-failures.js'

/** Records audit events outside of transactions. */
export interface AuditRecorder {
  /** Whether anything is recorded. */
  readonly isOn: boolean
  /**
   * Stores an event. Never rejects, because the recorded action has already happened. Failures are counted, and stored
   * later.
   */
  record(event: NewAuditEvent): Promise<void>
  /** Stores the counted failures. */
  flush(): Promise<void>
  /** Notes events that others inserted, so that old ones are removed in time. */
  inserted(count: number): Promise<void>
}

/** A new failure is stored after a second, and its repetitions every half minute: writes make cached responses stale. */
const NEW_DELAY = 1_000
const REPEATED_DELAY = 30_000
/** The number of new events after which old ones are removed. */
const PRUNE_EVERY = 100

const recorderKey = registrationKey('audit recorder', createAuditRecorder)

/** The recorder of a site, for features. Applications call `site.audit.record`. */
export const auditRecorder = (site: SiteContext): AuditRecorder => site.get(recorderKey)

function createAuditRecorder(site: SiteContext): AuditRecorder {
  const options = resolvedAuditOptions(auditOption.of(site))
  const { clock, logger } = site.services
  const failures: FailureCounts = failureCounts()
  const calls: FailureCounts = failureCounts()
  const isOn = options.maxEvents > 0
  let insertedCount = 0
  let storing: Promise<void> = Promise.resolve()
  let timer: { readonly due: number; readonly handle: ReturnType<typeof setTimeout> } | undefined

  const safely = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (err) {
      // An unavailable store is reported elsewhere, and the counts are stored once it is available again.
      const isAway = err instanceof StoreError && err.code === 'unavailable'
      if (!isAway) logger.warn({ err }, 'audit events could not be stored')
    }
  }
  const inserted = (count: number) =>
    safely(async () => {
      const isDue = insertedCount === 0 || insertedCount % PRUNE_EVERY > (insertedCount + count) % PRUNE_EVERY
      insertedCount += count
      if (isDue) await pruneAudit(site, options)
    })
  const flush = () => {
    if (timer !== undefined) clearTimeout(timer.handle)
    timer = undefined
    storing = storing.then(() =>
      safely(async () => {
        for (const counts of [failures, calls]) {
          const { events, inserts } = await storeFailures(site, counts)
          for (const event of events) await site.hooks.emit(auditRecorded, { event })
          if (inserts > 0) await inserted(inserts)
        }
      }),
    )
    return storing
  }
  const flushAfter = (delay: number) => {
    const due = clock() + delay
    if (timer !== undefined && timer.due <= due) return
    if (timer !== undefined) clearTimeout(timer.handle)
    const handle = setTimeout(flush, delay)
    // The timer must not keep the process alive; some runtimes return a number.
    if (typeof handle === 'object') handle.unref()
    timer = { due, handle }
  }

  return Object.freeze<AuditRecorder>({
    isOn,
    flush,
    inserted,
    async record(event) {
      if (!isOn) return
      const counts = failureKinds.includes(event.kind) ? failures : callKinds.includes(event.kind) ? calls : undefined
      if (counts !== undefined) {
        flushAfter(counts.add(event, clock()) ? NEW_DELAY : REPEATED_DELAY)
        return
      }
      await safely(async () => {
        const stored = await site.store.collection(auditEvents).insert(auditRow(event, clock()))
        await site.hooks.emit(auditRecorded, { event: stored })
      })
      await inserted(1)
    },
  })
}

const DAY = 24 * 60 * 60 * 1000

/** Removes events that are too old, and the oldest ones if there are too many. */
async function pruneAudit(
  site: SiteContext,
  { maxEvents, days }: { readonly maxEvents: number; readonly days: number },
): Promise<void> {
  const collection = site.store.collection(auditEvents)
  const { and, in: isIn, notIn, lt, lte } = auditEvents.where
  await collection.removeWhere(lt('time', site.services.clock() - days * DAY))
  // Events that anybody or any user can cause have a limited share: no attack displaces the important events.
  const failures = Math.floor(maxEvents / 2)
  const ofAccounts = Math.floor(maxEvents / 4)
  const shares = [
    [isIn('kind', callKinds), Math.floor(maxEvents / 8)],
    [isIn('kind', [...failureKinds, ...callKinds]), failures],
    [isIn('kind', accountKinds), ofAccounts],
    [notIn('kind', [...failureKinds, ...accountKinds, ...callKinds]), maxEvents - failures - ofAccounts],
  ] as const
  for (const [kinds, offset] of shares) {
    const newestToRemove = await collection.first({
      where: kinds,
      order: [{ by: 'field', field: 'id', direction: 'desc' }],
      offset,
    })
    if (newestToRemove !== undefined) await collection.removeWhere(and(kinds, lte('id', newestToRemove.id)))
  }
}

/** Creates the handler that records refused changes by signed-in users. Refused reads are too common to record. */
export const recordRefusal =
  (current: () => SiteContext): RefusalHandler =>
  ({ code }, request) => {
    const { method, route, principal, remoteAddress } = request
    if (method === 'GET' || !principal.authenticated) return
    const site = current()
    const { user, credential } = site.principal(request)
    const via = credential && { via: credential.kind }
    void auditRecorder(site).record({
      kind: 'access_refused',
      actor: user,
      remoteAddress,
      detail: { code, method, route, ...via },
    })
  }

/** Stores the event of a change in the transaction of the change, so that neither exists without the other. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  { detail, ...event }: Omit<NewAuditEvent, 'actor' | 'login' | 'remoteAddress'>,
): Promise<void> {
  const { site, store, remoteAddress } = tx
  const recorder = auditRecorder(site)
  if (!recorder.isOn) return
  const via = actor.credential && { via: actor.credential.kind }
  const row = auditRow(
    { ...event, actor: actor.user, remoteAddress, detail: { ...detail, ...via } },
    site.services.clock(),
  )
  const stored = await store.collection(auditEvents).insert(row)
  tx.emit(auditRecorded, { event: stored })
  tx.afterCommit(() => recorder.inserted(1))
}
