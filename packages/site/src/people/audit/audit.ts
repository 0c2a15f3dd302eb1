import { RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { type As, actorOf } from '../../kernel/operations/index.js'
import { refusal } from '../../kernel/refusals/index.js'
import type { AuditKind } from './audit-collection.js'
import { type AuditRecord, auditEvents } from './audit-collection.js'
import type { NewAuditEvent } from './audit-event.js'
import { auditRecorder } from './audit-recorder.js'

/** Selects the audit events to list. */
export interface AuditQuery {
  /** The kinds of events; all by default. */
  readonly kinds?: readonly AuditKind[] | undefined
  /** The id of a user: events that the user caused, or that concern the user's account. */
  readonly user?: number | undefined
  /** From 1 to 100; 20 by default. */
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** Audit events, the latest first, and their total. */
export interface AuditList {
  readonly events: readonly AuditRecord[]
  readonly total: number
}

/**
 * The audit events of a site: sign-ins, failed and throttled ones, refusals, and changes of accounts, their roles and
 * application passwords.
 */
export interface Audit {
  /**
   * Lists events, including recently counted failures, for actors with the capability `manage_options`. Rejects with a
   * `RestError`: `rest_forbidden` (401 or 403) for others, `rest_invalid_param` (400) for a limit or offset out of range.
   *
   * ```ts
   * const { events, total } = await site.audit.list({ limit: 10 }, { as: session.principal })
   * for (const { kind, time, actorLogin, accountLogin, network, count } of events) …
   * ```
   */
  list(query: AuditQuery, by: As): Promise<AuditList>
  /**
   * Records an event, such as a sign-in that your application checks. Never rejects. Failures are counted by account
   * and network, and stored a moment later.
   */
  record(event: NewAuditEvent): Promise<void>
}

const MAX_LIMIT = 100
const DEFAULT_LIMIT = 20

/** The audit events of a site whose features may be replaced; `upToDate` resolves when it is ready. */
export function siteAudit(current: () => SiteContext, upToDate: () => Promise<void>): Audit {
  return Object.freeze<Audit>({
    async list(query, { as }) {
      await upToDate()
      const site = current()
      const actor = actorOf(site, as)
      if (!actor.can('manage_options'))
        throw refusal({ principal: actor }, 'rest_forbidden', 'You are not allowed to read audit events.')
      return listEvents(site, query)
    },
    async record(event) {
      await upToDate()
      await auditRecorder(current()).record(event)
    },
  })
}

async function listEvents(
  site: SiteContext,
  { kinds, user, limit = DEFAULT_LIMIT, offset = 0 }: AuditQuery,
): Promise<AuditList> {
  if (!isWithin(limit, 1, MAX_LIMIT))
    throw new RestError('rest_invalid_param', `limit must be an integer from 1 to ${MAX_LIMIT}.`, 400)
  if (!isWithin(offset, 0, Number.MAX_SAFE_INTEGER))
    throw new RestError('rest_invalid_param', 'offset must be a non-negative integer.', 400)
  await auditRecorder(site).flush()
  const { and, or, eq, in: isIn } = auditEvents.where
  const { records, total = 0 } = await site.store.collection(auditEvents).find({
    where: and(
      kinds && isIn('kind', kinds),
      user === undefined ? undefined : or(eq('actor', user), eq('account', user)),
    ),
    order: [
      { by: 'field', field: 'time', direction: 'desc' },
      { by: 'field', field: 'id', direction: 'desc' },
    ],
    limit,
    offset,
    total: true,
  })
  return { events: records, total }
}

const isWithin = (value: number, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && value >= min && value <= max
