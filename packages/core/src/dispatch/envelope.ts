import type { InterfaceNames } from '../links.js'
import { bodyValue } from '../resource/items.js'
import { hasInvalidCallback } from './jsonp.js'
import { type Outcome, plainOutcome } from './outcome.js'
import type { RequestTarget } from './resolve-target.js'

/** An outcome as a value within another response. */
export interface Envelope {
  readonly body: unknown
  readonly status: number
  /** An empty list if there are none. */
  readonly headers: unknown
}

/** Wraps an outcome in an envelope, for `_envelope` and `batch/v1`. Totals become numbers. */
export function asEnvelope(outcome: Outcome, names: InterfaceNames): Envelope {
  const headers: Record<string, unknown> = {}
  if (outcome.linkHeader.length > 0) headers['Link'] = outcome.linkHeader.join(', ')
  for (const [name, value] of Object.entries(outcome.headers)) {
    headers[name] = name.startsWith(names.headerPrefix) && /^\d+$/.test(value) ? Number(value) : value
  }
  return {
    body: bodyValue(outcome.body),
    status: outcome.status,
    headers: Object.keys(headers).length === 0 ? [] : headers,
  }
}

/** The stage `envelope`: with `_envelope`, the outcome becomes the body of a 200. Headers for caches stay headers. */
export function envelope(outcome: Outcome, { query }: Pick<RequestTarget, 'query'>, names: InterfaceNames): Outcome {
  if (query['_envelope'] === undefined || hasInvalidCallback(query)) return outcome
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(outcome.headers)) {
    if (/^(?:cache-control|vary)$/i.test(name)) headers[name] = value
  }
  return { ...plainOutcome(200, asEnvelope(outcome, names)), headers, cacheable: outcome.cacheable }
}
