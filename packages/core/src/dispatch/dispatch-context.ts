import type { Authenticator } from '../access/authenticator.js'
import type { Principal } from '../access/principal.js'
import type { InterfaceNames } from '../links.js'
import type { MaybePromise } from '../maybe-promise.js'
import type { QueryLimits } from '../params/query-limits.js'
import type { Admission, HandlerRequest, RefusalHandler, Reply } from '../registry/definition.js'
import type { Route } from '../registry/route.js'
import type { Router } from '../registry/router.js'
import type { Dispatch, RestRequest } from '../request.js'
import type { UnfinishedLists } from '../resource/items.js'
import type { RestError } from '../rest-error.js'
import type { TextEncoding } from './encode-text.js'
import type { Performed } from './outcome.js'
import type { RequestLine } from './report-error.js'
import type { ResolvedRequest } from './resolved-request.js'
import type { ResolvedRequestCache } from './resolved-request-cache.js'
import type { ResponseCache } from './response-cache.js'

/** The dependencies of the stages of `dispatch`; the registry creates them. */
export interface DispatchContext {
  readonly router: Router
  readonly resolvedRequests: ResolvedRequestCache
  readonly unfinishedLists: UnfinishedLists
  readonly encodeText: TextEncoding
  readonly baseUrl: string
  readonly limits: QueryLimits
  readonly names: InterfaceNames
  /** If one of these arguments is invalid, the error names none of the others. */
  readonly argumentsCheckedFirst: ReadonlySet<string>
  readonly authenticators: readonly Authenticator[]
  /** Creates the error for anonymous callers of routes with `requiresLogin`; without it, the permission decides. */
  readonly loginRequired: (() => RestError) | undefined
  /** The `Link` entry of the root. */
  readonly rootLink: string
  /** Creates the `Link` header of a reply with entries of its own. */
  readonly linkHeader: (entries: string) => string
  /** Whether `_embed` applies to responses to changes. */
  readonly embedsInChanges: boolean
  /** Creates the reply to OPTIONS. */
  readonly describe: (route: Route) => Reply
  readonly cache: ResponseCache | undefined
  /** Admits permitted requests. */
  readonly admit: Admission | undefined
  readonly onRefusal: RefusalHandler | undefined
  /** Translates errors of dependencies, such as a store. */
  readonly translateError: (thrown: unknown) => RestError | undefined
  /** The limit of bodies in bytes, for endpoints without a limit of their own. */
  readonly maxBodyBytes: number
  /** A lower limit for bodies of anonymous callers. */
  readonly maxAnonymousBodyBytes: number
  /** `Cache-Control` of successful reads by anonymous callers. */
  readonly cacheControl: string
  /** The `Vary` header of all responses. */
  readonly vary: string
  /** Reports an error that is neither a {@link RestError} nor translated into one; never throws. */
  readonly reportError: (error: unknown, request: RequestLine) => void
  /** The errors that have been reported. */
  readonly reportedErrors: WeakSet<RestError>
  /** Handles a request in process, for handlers. */
  readonly dispatch: Dispatch
  /** Resolves another request of the same caller; with `origin`, its response is embedded in that of `origin`. */
  readonly resolve: (
    request: RestRequest,
    principal: Principal,
    origin?: HandlerRequest,
  ) => MaybePromise<ResolvedRequest>
  /** Performs a resolved request; errors are outcomes. */
  readonly perform: (resolved: ResolvedRequest) => MaybePromise<Performed>
}
