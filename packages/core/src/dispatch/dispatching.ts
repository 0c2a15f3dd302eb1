import type { Authenticator } from '../access/authenticator.js'
import type { InterfaceNames } from '../links.js'
import type { QueryLimits } from '../params/query-limits.js'
import type { Reply } from '../registry/definition.js'
import type { Route } from '../registry/route.js'
import type { Router } from '../registry/router.js'
import type { RestRequest, RestResponse } from '../request.js'
import { RestError } from '../rest-error.js'
import type { KnownRequests } from './known-requests.js'
import type { ResponseCache } from './response-cache.js'

/** What dispatch works with; the registry gives it. */
export interface Dispatching {
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
  /** Told of whatever was thrown that is no {@link RestError} and is not translated into one. */
  readonly onError: (error: unknown, request: RestRequest) => void
  /** Answers a request that comes from within: what handlers and embedding call. */
  readonly dispatch: (request: RestRequest) => Promise<RestResponse>
}

/** Whatever was thrown, as an error of the interface; what is none is told to `onError` and answered neutrally. */
export function toRestError(thrown: unknown, request: RestRequest, d: Dispatching): RestError {
  if (thrown instanceof RestError) return thrown
  const translated = d.translateError(thrown)
  if ((translated?.status ?? 500) >= 500) d.onError(thrown, request)
  if (translated !== undefined) return translated
  return new RestError('rest_internal_error', 'Something went wrong on the server.', 500, { cause: thrown })
}
