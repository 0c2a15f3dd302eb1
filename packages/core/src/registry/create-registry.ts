import type { Principal } from '../access/principal.js'
import { describeRoute } from '../discovery/describe-route.js'
import { registerNamespaceIndex } from '../discovery/index-routes.js'
import { authenticate } from '../dispatch/authenticate.js'
import { MAX_ANONYMOUS_BODY_BYTES, MAX_BODY_BYTES } from '../dispatch/body-limits.js'
import { mergeVary, REVALIDATE, VARY } from '../dispatch/cache-headers.js'
import { createCall } from '../dispatch/call.js'
import { dispatch, performRequest, resolveRequest } from '../dispatch/dispatch.js'
import type { DispatchContext } from '../dispatch/dispatch-context.js'
import { createTextEncoding } from '../dispatch/encode-text.js'
import { errorReporter } from '../dispatch/report-error.js'
import { resolveTarget } from '../dispatch/resolve-target.js'
import type { ResolvedRequest } from '../dispatch/resolved-request.js'
import { createResolvedRequestCache } from '../dispatch/resolved-request-cache.js'
import { type InterfaceNames, linkHeader } from '../links.js'
import { requireOptions } from '../options/options.js'
import { DEFAULT_QUERY_LIMITS } from '../params/query-limits.js'
import type { RestRequest } from '../request.js'
import { createUnfinishedLists } from '../resource/items.js'
import { SchemaError } from '../schema/compile-schema.js'
import { schemaCompiler } from '../schema/schema-compiler.js'
import { trimEndCharacters } from '../text/trim-characters.js'
import { withoutUndefined } from '../without-undefined.js'
import { compileRoute } from './compile-route.js'
import { endpoint, type HandlerRequest, type Method } from './definition.js'
import type { RegisterEndpoint, Registry, RegistryOptions } from './registry.js'
import { registryChecks } from './registry-checks.js'
import type { Route } from './route.js'
import { createRouter } from './router.js'

const DEFAULT_NAMES: InterfaceNames = Object.freeze({
  prefix: 'cms',
  headerPrefix: 'X-CMS-',
  relationBase: 'about:cms/',
})

/** Creates an empty registry. Throws a `RangeError` for unknown and invalid options. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  requireOptions('createRegistry', options, registryChecks)
  const router = createRouter()
  const { compile = schemaCompiler() } = options
  const routeOptions = {
    compile,
    typed: options.typedArguments !== false,
    schemaOnEveryRoute: options.schemaOnEveryRoute !== false,
  }
  const routes = new Map<string, Route>()
  const namespaces = new Set<string>()
  const baseUrl = trimEndCharacters(options.baseUrl ?? '', '/')
  const root = linkHeader(`${baseUrl}/`, (options.names ?? DEFAULT_NAMES).relationBase)
  const context: DispatchContext = Object.freeze({
    router,
    resolvedRequests: createResolvedRequestCache(),
    unfinishedLists: createUnfinishedLists(),
    encodeText: createTextEncoding(),
    baseUrl,
    limits: Object.freeze({ ...DEFAULT_QUERY_LIMITS, ...withoutUndefined(options.limits) }),
    names: Object.freeze({ ...(options.names ?? DEFAULT_NAMES) }),
    argumentsCheckedFirst: new Set(options.argumentsCheckedFirst),
    authenticators: Object.freeze([...(options.authenticators ?? [])]),
    loginRequired: options.loginRequired,
    dispatch: <T>(request: RestRequest) => dispatch<T>(request, context),
    resolve(request: RestRequest, principal: Principal, origin?: HandlerRequest) {
      const cached = context.resolvedRequests.get(request)
      return resolveRequest(request, cached?.target ?? resolveTarget(request), principal, context, cached, origin)
    },
    perform: (resolved: ResolvedRequest) => performRequest(resolved, context),
    rootLink: root,
    linkHeader: (entries: string) => (options.rootLinkOnPages === false ? entries : `${root}, ${entries}`),
    embedsInChanges: options.embedsInChanges === true,
    describe: (route: Route) => ({ body: describeRoute(route, baseUrl, true, options.names?.emptyObjects) }),
    cache: options.cache,
    admit: options.admit,
    onRefusal: options.onRefusal,
    translateError: options.translateError ?? (() => undefined),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    maxAnonymousBodyBytes: options.maxAnonymousBodyBytes ?? MAX_ANONYMOUS_BODY_BYTES,
    cacheControl: options.cacheControl ?? REVALIDATE,
    vary: mergeVary(VARY, options.vary),
    reportError: errorReporter(options.onError),
    reportedErrors: new WeakSet(),
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
        throw new SchemaError(`"${namespace}" is not a valid namespace`)
      const first = compileRoute(namespace, path, definition, undefined, routeOptions)
      const { pattern, literal } = first.path
      const key = literal ? pattern.toLowerCase() : pattern
      if (namespace !== '' && !namespaces.has(namespace)) {
        namespaces.add(namespace)
        registerNamespaceIndex(registry, namespace)
      }
      const existing = routes.get(key)
      const route = existing === undefined ? first : compileRoute(namespace, path, definition, existing, routeOptions)
      routes.set(key, route)
      router.set(route)
      context.resolvedRequests.clear()
    },
    get: one('GET'),
    post: one('POST'),
    put: one('PUT'),
    patch: one('PATCH'),
    delete: one('DELETE'),
    routes: () => [...routes.values()],
    namespaces: () => [...namespaces],
    dispatch: <T>(request: RestRequest) => dispatch<T>(request, context),
    call: createCall(context.dispatch, principal => principal),
    authenticate: async request => authenticate(request, context.authenticators),
  }
  return registry
}
