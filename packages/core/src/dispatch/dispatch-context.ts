import type { Authenticator } from '../access/authenticator.js'
import type { Principal } from '../access/principal.js'
import type { InterfaceNames } from '../links.js'
import type { QueryLimits } from '../params/query-limits.js'
import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Route } from '../registry/route.js'
import type { Router } from '../registry/router.js'
import type { Dispatch, RestRequest } from '../request.js'
import type { RestError } from '../rest-error.js'
import type { Outcome } from './outcome.js'
import type { RequestLine } from './report-error.js'
import type { ResolvedRequest } from './resolved-request.js'
import type { ResolvedRequestCache } from './resolved-request-cache.js'
import type { ResponseCache } from './response-cache.js'

/** What the stages of dispatch depend on; the registry creates it. */
export interface DispatchContext {
  readonly router: Router
  readonly resolvedRequests: ResolvedRequestCache
  readonly baseUrl: string
  readonly limits: QueryLimits
  readonly names: InterfaceNames
  readonly authenticators: readonly Authenticator[]
  /** Creates the error for callers who have not signed in on routes with `requiresLogin`; their permission decides without it. */
  readonly loginRequired: (() => RestError) | undefined
  /** The entry of `Link` that leads to the root. */
  readonly rootLink: string
  /** The `Link` header of a reply that has entries of its own. */
  readonly linkHeader: (entries: string) => string
  /** The reply to OPTIONS for a route. */
  readonly describe: (route: Route) => Reply
  readonly cache: ResponseCache | undefined
  /** Translates an error that a tool of handlers throws, such as a store. */
  readonly translateError: (thrown: unknown) => RestError | undefined
  /** The largest body in bytes that is read for an endpoint without a limit of its own. */
  readonly maxBodyBytes: number
  /** `Cache-Control` of successful reads that are the same for everybody. */
  readonly cacheControl: string
  /** Receives whatever was thrown that is not a {@link RestError} and not translated into one; it never throws. */
  readonly reportError: (error: unknown, request: RequestLine) => void
  /** Answers a request in process: what handlers call. */
  readonly dispatch: Dispatch
  /** Resolves a further request of a caller; with `origin`, its response is embedded in that of `origin`. */
  readonly resolve: (
    request: RestRequest,
    principal: Principal,
    origin?: HandlerRequest,
  ) => ResolvedRequest | Promise<ResolvedRequest>
  /** Performs such a request; errors are outcomes. */
  readonly perform: (resolved: ResolvedRequest) => Promise<Outcome>
}
