import type { Authenticator } from '../access/authenticator.js'
import type { Principal } from '../access/principal.js'
import type { Call } from '../dispatch/call.js'
import type { DispatchContext } from '../dispatch/dispatch-context.js'
import type { ErrorHandler } from '../dispatch/report-error.js'
import type { ResponseCache } from '../dispatch/response-cache.js'
import type { InterfaceNames } from '../links.js'
import type { QueryLimits } from '../params/query-limits.js'
import type { Dispatch, RestRequest } from '../request.js'
import type { RestError } from '../rest-error.js'
import type { CompiledSchema, Schema, SchemaRules } from '../schema/index.js'
import type { Args, EndpointDefinition, RouteDefinition } from './definition.js'
import type { Route } from './route.js'
import type { PathParams } from './route-path.js'

/** What a registry is made with. */
export interface RegistryOptions {
  /** The address of the interface's root, without a slash at its end. */
  readonly baseUrl?: string | undefined
  readonly names?: InterfaceNames | undefined
  /** The rules that all schemas are compiled with; the specification's unless given. */
  readonly schemaRules?: SchemaRules | undefined
  /** Set to `false` to leave arguments without a type as they are; otherwise they get the one their schema implies. */
  readonly typedArguments?: boolean | undefined
  readonly authenticators?: readonly Authenticator[] | undefined
  readonly loginRequired?: (() => RestError) | undefined
  /** Whether the pages of a collection link to the root as well as to their neighbours; true unless given. */
  readonly rootLinkOnPages?: boolean | undefined
  /**
   * Whether OPTIONS shows a schema of every route, as the specification has it; true unless given. Routes that declare none
   * have that of anything at all. Otherwise only `schema` of routes is shown.
   */
  readonly schemaOnEveryRoute?: boolean | undefined
  /** How long queries and paths may be, and how many items lists in them; what is left out has its default. */
  readonly limits?: Partial<QueryLimits> | undefined
  /** Keeps answers of endpoints that are `cacheable`, for anonymous callers whose query is text. */
  readonly cache?: ResponseCache | undefined
  /** Makes errors of the interface of those that handlers' own tools throw, such as a store's refusals. */
  readonly translateError?: ((thrown: unknown) => RestError | undefined) | undefined
  /**
   * The largest JSON, form or other body in bytes that endpoints take unless they say so themselves: 2 MiB when left
   * out. A larger one is answered with 413 `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number | undefined
  /**
   * `Cache-Control` of successful reads by callers who have not signed in; `no-cache` unless given, so that caches
   * revalidate what they have. All other answers are not for it: those to people who have signed in are
   * `private, no-store`, errors and answers to changes `no-cache`.
   */
  readonly cacheControl?: string | undefined
  /**
   * Receives what handlers throw that is not a `RestError`, with the method and path of the request; the client gets a
   * neutral 500. Logs to the console unless given.
   */
  readonly onError?: ErrorHandler | undefined
}

/** Routes, and the way of requests to them. It needs no server: `dispatch` is a function. */
export interface Registry {
  readonly baseUrl: string
  readonly names: InterfaceNames
  /**
   * Registers a route: `namespace` such as `shop/v1` (empty for the root), `path` below it (see `compileRoutePath`).
   * At a registered path it adds endpoints. A second endpoint for a method without `override`, an unknown key, a bad
   * schema or a missing permission throws a `SchemaError`; a valid definition is frozen.
   */
  route(namespace: string, path: string, definition: RouteDefinition): void
  /** Registers one endpoint for GET: `route` in short, with parameters typed from `args`. */
  readonly get: RegisterEndpoint
  /** Registers one endpoint for POST. */
  readonly post: RegisterEndpoint
  /** Registers one endpoint for PUT. */
  readonly put: RegisterEndpoint
  /** Registers one endpoint for PATCH. */
  readonly patch: RegisterEndpoint
  /** Registers one endpoint for DELETE. */
  readonly delete: RegisterEndpoint
  /** Compiles a schema with the rules of this registry. */
  compileSchema(schema: Schema): CompiledSchema
  /** All routes in the order of their registration. */
  routes(): readonly Route[]
  namespaces(): readonly string[]
  /** Answers a request. What goes wrong is an error response: the promise never rejects. */
  readonly dispatch: Dispatch
  /** Answers a call in process. */
  readonly call: Call
  /** Finds out who sends a request, as `dispatch` would. */
  authenticate(request: RestRequest): Promise<Principal>
  /** What `batch/v1` works with. */
  readonly dispatchContext: DispatchContext
}

/** Registers one endpoint for one method; see {@link Registry.route}. */
export type RegisterEndpoint = <const Path extends string, const A extends Args = Record<never, never>>(
  namespace: string,
  path: Path,
  definition: Omit<EndpointDefinition<A, PathParams<Path>>, 'methods'>,
) => void
