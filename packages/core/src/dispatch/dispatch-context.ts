import type { Authenticator } from '../access/authenticator.js'
import type { InterfaceNames } from '../links.js'
import type { QueryLimits } from '../params/query-limits.js'
import type { Reply } from '../registry/definition.js'
import type { Route } from '../registry/route.js'
import type { Router } from '../registry/router.js'
import type { Dispatch } from '../request.js'
import { RestError } from '../rest-error.js'
import type { KnownRequests } from './known-requests.js'
import { type RequestLine, type RequestNames, requestLineOf } from './report-error.js'
import type { ResponseCache } from './response-cache.js'

/** What dispatch works with; the registry gives it. */
export interface DispatchContext {
  readonly router: Router
  /** Addresses that were read before. */
  readonly known: KnownRequests
  readonly baseUrl: string
  readonly limits: QueryLimits
  readonly names: InterfaceNames
  readonly authenticators: readonly Authenticator[]
  /** The error for callers without credentials on routes that are for those who have signed in, when there is one. */
  readonly loginRequired: (() => RestError) | undefined
  /** What leads a client from any answer to the root: an entry of `Link`. */
  readonly rootLink: string
  /** The `Link` of a reply that has entries of its own. */
  readonly linkHeader: (entries: string) => string
  /** Answers OPTIONS for a route. */
  readonly describe: (route: Route) => Reply
  readonly cache: ResponseCache | undefined
  /** Makes an error of the interface of one that was thrown by what handlers work with, such as a store. */
  readonly translateError: (thrown: unknown) => RestError | undefined
  /** The largest body in bytes that is read for an endpoint which says nothing else. */
  readonly maxBodyBytes: number
  /** `Cache-Control` of successful reads that hold the same for everybody. */
  readonly cacheControl: string
  /** Receives whatever was thrown that is not a {@link RestError} and is not translated into one; it never throws. */
  readonly reportError: (error: unknown, request: RequestLine) => void
  /** Answers a request that comes from within: what handlers and embedding call. */
  readonly dispatch: Dispatch
}

/** Whatever was thrown, as an error of the interface; what is not one is reported and answered neutrally. */
export function toRestError(
  thrown: unknown,
  request: RequestNames,
  d: Pick<DispatchContext, 'translateError' | 'reportError'>,
): RestError {
  if (thrown instanceof RestError) return thrown
  const translated = translate(thrown, d)
  if ((translated?.status ?? 500) >= 500) d.reportError(thrown, requestLineOf(request))
  return translated ?? internalError(thrown)
}

/** A translation that fails is none: the error itself is what matters. */
function translate(thrown: unknown, d: Pick<DispatchContext, 'translateError'>): RestError | undefined {
  try {
    return d.translateError(thrown)
  } catch {
    return undefined
  }
}

/** The neutral answer to whatever is not the client's business. */
export const internalError = (cause: unknown): RestError =>
  new RestError('rest_internal_error', 'Something went wrong on the server.', 500, { cause })
