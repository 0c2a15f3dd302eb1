import type { Authenticator } from '../access/authenticator.js'
import type { Principal } from '../access/principal.js'
import { describeRoute } from '../discovery/describe-route.js'
import { registerNamespaceIndex } from '../discovery/index-routes.js'
import { authenticate } from '../dispatch/authenticate.js'
import { MAX_BODY_BYTES } from '../dispatch/body-limits.js'
import { REVALIDATE } from '../dispatch/cache-headers.js'
import { type Call, createCall } from '../dispatch/call.js'
import { dispatch } from '../dispatch/dispatch.js'
import type { DispatchContext } from '../dispatch/dispatch-context.js'
import { createKnownRequests } from '../dispatch/known-requests.js'
import { rootLink } from '../dispatch/reply.js'
import { type ErrorHandler, errorReporter } from '../dispatch/report-error.js'
import type { ResponseCache } from '../dispatch/response-cache.js'
import type { InterfaceNames } from '../links.js'
import { DEFAULT_QUERY_LIMITS, type QueryLimits } from '../params/query-limits.js'
import type { RestRequest, RestResponse } from '../request.js'
import type { RestError } from '../rest-error.js'
import { type CompiledSchema, type Schema, SchemaError, type SchemaRules, schemaCompiler } from '../schema/index.js'
import { trimEndCharacters } from '../text/trim-characters.js'
import { compileRoute } from './compile-route.js'
import { type Args, type EndpointDefinition, endpoint, type Method, type RouteDefinition } from './definition.js'
import type { Route } from './route.js'
import { createRouter } from './router.js'

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
  /** Keeps answers of endpoints that are `cacheable`, for anonymous callers. */
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
  dispatch(request: RestRequest): Promise<RestResponse>
  /** Answers a call in process. */
  readonly call: Call
  /** Finds out who sends a request, as `dispatch` would. */
  authenticate(request: RestRequest): Promise<Principal>
  /** What `batch/v1` works with. */
  readonly dispatchContext: DispatchContext
}

/** Registers one endpoint for one method; see {@link Registry.route}. */
export type RegisterEndpoint = <const A extends Args = Record<never, never>>(
  namespace: string,
  path: string,
  definition: Omit<EndpointDefinition<A>, 'methods'>,
) => void

const DEFAULT_NAMES: InterfaceNames = Object.freeze({
  prefix: 'cms',
  headerPrefix: 'X-CMS-',
  relationBase: 'about:cms/',
})

/** Creates an empty registry. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const router = createRouter()
  const compile = schemaCompiler(options.schemaRules)
  const routeOptions = {
    compile,
    typed: options.typedArguments !== false,
    schemaOnEveryRoute: options.schemaOnEveryRoute !== false,
  }
  const routes = new Map<string, Route>()
  const namespaces = new Set<string>()
  const baseUrl = trimEndCharacters(options.baseUrl ?? '', '/')
  const root = rootLink(baseUrl, options.names ?? DEFAULT_NAMES)
  const context: DispatchContext = Object.freeze({
    router,
    known: createKnownRequests(),
    baseUrl,
    limits: Object.freeze({ ...DEFAULT_QUERY_LIMITS, ...options.limits }),
    names: Object.freeze({ ...(options.names ?? DEFAULT_NAMES) }),
    authenticators: Object.freeze([...(options.authenticators ?? [])]),
    loginRequired: options.loginRequired,
    dispatch: (request: RestRequest) => dispatch(request, context),
    rootLink: root,
    linkHeader: (entries: string) => (options.rootLinkOnPages === false ? entries : `${root}, ${entries}`),
    describe: (route: Route) => ({ body: describeRoute(route, baseUrl, true, options.names?.emptyObjects) }),
    cache: options.cache,
    translateError: options.translateError ?? (() => undefined),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    cacheControl: options.cacheControl ?? REVALIDATE,
    reportError: errorReporter(options.onError),
  })
  const one =
    (methods: Method): RegisterEndpoint =>
    (namespace, path, definition) =>
      registry.route(namespace, path, { endpoints: [endpoint({ ...definition, methods })] })
  const registry: Registry = {
    baseUrl,
    names: context.names,
    dispatchContext: context,
    compileSchema: compile,
    route(namespace, path, definition) {
      if (namespace !== '' && !/^[a-z0-9-]+(\/[a-z0-9.-]+)*$/i.test(namespace))
        throw new SchemaError(`"${namespace}" is no valid namespace`)
      const first = compileRoute(namespace, path, definition, undefined, routeOptions)
      const { pattern, literal } = first.path
      const key = literal ? pattern.toLowerCase() : pattern
      if (namespace !== '' && !namespaces.has(namespace)) {
        namespaces.add(namespace)
        registerNamespaceIndex(registry, namespace)
      }
      const standing = routes.get(key)
      const route = standing === undefined ? first : compileRoute(namespace, path, definition, standing, routeOptions)
      routes.set(key, route)
      router.set(route)
      context.known.clear()
    },
    get: one('GET'),
    post: one('POST'),
    put: one('PUT'),
    patch: one('PATCH'),
    delete: one('DELETE'),
    routes: () => [...routes.values()],
    namespaces: () => [...namespaces],
    dispatch: request => dispatch(request, context),
    call: createCall(context.dispatch, principal => principal),
    authenticate: async request => authenticate(request, context.authenticators),
  }
  return registry
}
