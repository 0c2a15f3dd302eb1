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

/** The options of `createRegistry`. */
export interface RegistryOptions {
  /** The URL of the interface's root, without a trailing slash. */
  readonly baseUrl?: string | undefined
  readonly names?: InterfaceNames | undefined
  /** The rules that all schemas are compiled with; those of the specification by default. */
  readonly schemaRules?: SchemaRules | undefined
  /** Whether an argument without a type gets the one that its schema implies; true by default. */
  readonly typedArguments?: boolean | undefined
  readonly authenticators?: readonly Authenticator[] | undefined
  readonly loginRequired?: (() => RestError) | undefined
  /** Whether the pages of a collection link to the root as well as to their neighbours; true by default. */
  readonly rootLinkOnPages?: boolean | undefined
  /**
   * Whether OPTIONS shows a schema of every route, as the specification requires; true by default. A route that
   * declares none shows a schema that any value satisfies. Otherwise only the `schema` of routes is shown.
   */
  readonly schemaOnEveryRoute?: boolean | undefined
  /** Limits on the length of queries and paths, and on the items of lists; each has a default. */
  readonly limits?: Partial<QueryLimits> | undefined
  /** Caches the responses of endpoints that are `cacheable`, for anonymous callers whose query is text. */
  readonly cache?: ResponseCache | undefined
  /** Translates errors that tools of handlers throw, such as a store. */
  readonly translateError?: ((thrown: unknown) => RestError | undefined) | undefined
  /**
   * The largest JSON, form or other body in bytes for endpoints without a limit of their own: 2 MiB by default. A
   * larger body is a 413 `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number | undefined
  /**
   * `Cache-Control` of successful reads by anonymous callers; `no-cache` by default, so that caches revalidate.
   * Responses to signed-in callers are always `private, no-store`, errors and responses to changes `no-cache`.
   */
  readonly cacheControl?: string | undefined
  /**
   * Receives what handlers throw that is not a `RestError`, with the method and path of the request; the client gets
   * a neutral 500. Logs to the console by default.
   */
  readonly onError?: ErrorHandler | undefined
}

/** Routes and their dispatch. It needs no server: `dispatch` is a function. */
export interface Registry {
  readonly baseUrl: string
  readonly names: InterfaceNames
  /**
   * Registers a route: `namespace` such as `shop/v1` (empty for the root), `path` below it (see `compileRoutePath`).
   * At a registered path it adds endpoints. A second endpoint for a method without `override`, an unknown key, a bad
   * schema or a missing permission throws a `SchemaError`; a valid definition is frozen.
   */
  route<const Path extends string>(namespace: string, path: Path, definition: RouteDefinition<PathParams<Path>>): void
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
  /** Answers a request. Errors are responses: the promise never rejects. */
  readonly dispatch: Dispatch
  /** Calls the interface in process. */
  readonly call: Call
  /** Identifies the caller of a request, as `dispatch` does. */
  authenticate(request: RestRequest): Promise<Principal>
  /** What the stages of dispatch depend on; `batch/v1` uses it. */
  readonly dispatchContext: DispatchContext
}

/** Registers one endpoint for one method; see {@link Registry.route}. */
export type RegisterEndpoint = <const Path extends string, const A extends Args = Record<never, never>>(
  namespace: string,
  path: Path,
  definition: Omit<EndpointDefinition<A, PathParams<Path>>, 'methods'>,
) => void
