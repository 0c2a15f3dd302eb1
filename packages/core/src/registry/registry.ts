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
import type { CompiledSchema } from '../schema/compile-schema.js'
import type { Schema } from '../schema/schema.js'
import type { SchemaCompiler } from '../schema/schema-compiler.js'
import type { Admission, Args, EndpointDefinition, RefusalHandler, RouteDefinition } from './definition.js'
import type { Route } from './route.js'
import type { PathParams } from './route-path.js'

/** Options of `createRegistry`. */
export interface RegistryOptions {
  /** The URL of the interface's root, without a trailing slash. */
  readonly baseUrl?: string | undefined
  readonly names?: InterfaceNames | undefined
  /** Compiles all schemas; by default with the rules of the specification. Resources may share it. */
  readonly compile?: SchemaCompiler | undefined
  /** Whether an argument without a type gets the one that its schema implies; true by default. */
  readonly typedArguments?: boolean | undefined
  /** Arguments that are validated before others: if one is invalid, the error names none of the others. */
  readonly argumentsCheckedFirst?: readonly string[] | undefined
  readonly authenticators?: readonly Authenticator[] | undefined
  readonly loginRequired?: (() => RestError) | undefined
  /** Whether the `Link` header of pages includes the root; true by default. */
  readonly rootLinkOnPages?: boolean | undefined
  /** Whether `_embed` also applies to responses to changes; false by default, as in the specification. */
  readonly embedsInChanges?: boolean | undefined
  /**
   * Whether OPTIONS shows a schema for every route, as the specification requires; true by default. A route without one
   * shows a schema that accepts any value. With false, OPTIONS shows only `schema` of routes.
   */
  readonly schemaOnEveryRoute?: boolean | undefined
  /** Limits on the length of queries and paths, and on the items of lists; each has a default. */
  readonly limits?: Partial<QueryLimits> | undefined
  /** Caches responses of `cacheable` endpoints to anonymous callers; not to calls in process with a query object. */
  readonly cache?: ResponseCache | undefined
  /**
   * Called before the handler of each permitted request; an error that it throws is the response. Return `undefined`
   * for requests that it does not apply to. Meant for rate limits: cached responses are sent without it.
   */
  readonly admit?: Admission | undefined
  /**
   * Receives each 403 of a request, including requests within a batch, but not those of embedded requests. Must not
   * throw.
   */
  readonly onRefusal?: RefusalHandler | undefined
  /** Translates errors of dependencies, such as a store, to errors of the interface. */
  readonly translateError?: ((thrown: unknown) => RestError | undefined) | undefined
  /**
   * The limit of bodies in bytes, for endpoints without a limit of their own; 2 MiB by default. A larger body is a 413
   * `rest_request_too_large`.
   */
  readonly maxBodyBytes?: number | undefined
  /** The same for bodies that arrive from anonymous callers; 256 KiB by default. */
  readonly maxAnonymousBodyBytes?: number | undefined
  /**
   * `Cache-Control` of successful reads by anonymous callers; `no-cache` by default, so that caches revalidate.
   * Responses to signed-in callers are always `private, no-store`, errors and responses to changes `no-cache`.
   */
  readonly cacheControl?: string | undefined
  /** Additional names in the header `Vary` of all responses, such as `Accept-Encoding` if they are compressed. */
  readonly vary?: string | undefined
  /**
   * Receives errors of handlers that are not a `RestError`, with the method and path of the request; the client gets a
   * neutral 500. Logs to the console by default.
   */
  readonly onError?: ErrorHandler | undefined
}

/** A registry of routes. It needs no server: `dispatch` is a function. */
export interface Registry {
  readonly baseUrl: string
  readonly names: InterfaceNames
  /**
   * Registers a route. `namespace` is a name such as `shop/v1` (empty for the root), and `path` is below it (see
   * `compileRoutePath`). If the path already has a route, the endpoints are added to it. Throws a `SchemaError` for a
   * second endpoint of a method without `override`, an unknown key, an invalid schema or a missing permission. The
   * definition is frozen.
   */
  route<const Path extends string>(namespace: string, path: Path, definition: RouteDefinition<PathParams<Path>>): void
  /** Registers an endpoint for GET; a shorthand for `route`. */
  readonly get: RegisterEndpoint
  /** Registers an endpoint for POST. */
  readonly post: RegisterEndpoint
  /** Registers an endpoint for PUT. */
  readonly put: RegisterEndpoint
  /** Registers an endpoint for PATCH. */
  readonly patch: RegisterEndpoint
  /** Registers an endpoint for DELETE. */
  readonly delete: RegisterEndpoint
  /** Compiles a schema with the rules of this registry. */
  compileSchema(schema: Schema): CompiledSchema
  /** All routes in the order of their registration. */
  routes(): readonly Route[]
  namespaces(): readonly string[]
  /** Handles a request. Errors are responses: the promise never rejects. */
  readonly dispatch: Dispatch
  /** Calls the interface in process. */
  readonly call: Call
  /** Identifies the caller of a request, as `dispatch` does. */
  authenticate(request: RestRequest): Promise<Principal>
  /** The dependencies of the dispatch stages; `batch/v1` uses them. */
  readonly dispatchContext: DispatchContext
}

/** Registers an endpoint for one method, with parameters typed from `args` and the path; see {@link Registry.route}. */
export type RegisterEndpoint = <const Path extends string, const A extends Args = Record<never, never>>(
  namespace: string,
  path: Path,
  definition: Omit<EndpointDefinition<A, PathParams<Path>>, 'methods'>,
) => void
