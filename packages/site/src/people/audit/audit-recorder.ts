import { StoreError } from '@platen/storage'
import { registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { auditEvents } from './audit-collection.js'
import { auditRecorded, type NewAuditEvent } from './audit-event.js'
import { failureKinds } from './audit-kinds.js'
import { auditOption, resolvedAuditOptions } from './audit-options.js'
import { auditRow } from './audit-rows.js'
import { type FailureCounts, failureCounts } from './failure-counts.js'
import { pruneAudit } from './prune-audit.js'
import { storeFailures } from './store-failures.js'

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

const recorder = registrationKey('audit recorder', createAuditRecorder)

/** The recorder of a site, for features. Applications call `site.audit.record`. */
export const auditRecorder = (site: SiteContext): AuditRecorder => site.get(recorder)

function createAuditRecorder(site: SiteContext): AuditRecorder {
  const options = resolvedAuditOptions(auditOption.of(site))
  const { clock, logger } = site.services
  const failures: FailureCounts = failureCounts()
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
        const { events, inserts } = await storeFailures(site, failures)
        for (const event of events) await site.hooks.emit(auditRecorded, { event })
        if (inserts > 0) await inserted(inserts)
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
      if (failureKinds.includes(event.kind)) {
        flushAfter(failures.add(event, clock()) ? NEW_DELAY : REPEATED_DELAY)
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
