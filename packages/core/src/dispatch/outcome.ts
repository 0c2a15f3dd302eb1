import type { Reply } from '../registry/definition.js'
import type { RestError } from '../rest-error.js'

/** The result of a request, a reply or an error, before headers are added. */
export interface Outcome {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A value, or the {@link Items} of a list. */
  readonly body: unknown
  /** Entries of the `Link` header. */
  readonly linkHeader: readonly string[]
  readonly state: Reply['state']
  readonly context: Reply['context']
  /** Whether the response cache may store it: it comes from `cacheable` endpoints only. */
  readonly cacheable: boolean
}

/** The result of performing a request. */
export interface Performed {
  readonly outcome: Outcome
  /** Whether the permission was granted. */
  readonly permitted: boolean
}

export const NO_HEADERS: Outcome['headers'] = Object.freeze({})
export const NO_LINKS: readonly string[] = Object.freeze([])

/** Creates an outcome of a status and a body. */
export const plainOutcome = (status: number, body: unknown, headers = NO_HEADERS): Outcome => ({
  status,
  headers,
  body,
  linkHeader: NO_LINKS,
  state: undefined,
  context: undefined,
  cacheable: false,
})

/** Converts an error to an outcome. */
export const errorOutcome = (error: RestError): Outcome =>
  plainOutcome(error.status ?? 500, error.toBody(), error.headers)

/** The outcome of OPTIONS for a path without a route. */
export const emptyOutcome: Outcome = plainOutcome(200, [])

/** Adds the header `Allow` unless it is empty. */
export function withAllow(outcome: Outcome, Allow: string): Outcome {
  if (Allow === '') return outcome
  const { status, headers, body, linkHeader, state, context, cacheable } = outcome
  return { status, headers: { Allow, ...headers }, body, linkHeader, state, context, cacheable }
}
