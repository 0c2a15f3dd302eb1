import type { Endpoint, Route } from '../registry/route.js'
import type { Router } from '../registry/router.js'
import { RestError } from '../rest-error.js'
import type { DispatchContext } from './dispatch-context.js'
import type { RequestTarget } from './resolve-target.js'

/** The route of a path and the endpoint of a method. */
export interface MatchedEndpoint {
  readonly route: Route
  readonly endpoint: Endpoint
  /** The values of the path's groups. */
  readonly params: Readonly<Record<string, string>>
}

/** The route of a path; for OPTIONS, without an endpoint. */
export type MatchedRoute = MatchedEndpoint | (Omit<MatchedEndpoint, 'endpoint'> & { readonly endpoint: undefined })

/** The stage `match route`; undefined when no route serves the path and method. */
export function matchRoute(
  { path, method }: RequestTarget,
  { router, limits }: Pick<DispatchContext, 'router' | 'limits'>,
): MatchedRoute | undefined {
  const match = path.length > limits.maxPathLength ? undefined : router.match(path, method)
  if (match === undefined) return undefined
  const { route, params } = match
  const endpoint = endpointFor(route, method)
  if (endpoint !== undefined) return { route, endpoint, params }
  return method === 'OPTIONS' ? { route, endpoint, params } : undefined
}

function endpointFor({ endpoints }: Route, method: string): Endpoint | undefined {
  for (const endpoint of endpoints) if ((endpoint.methods as readonly string[]).includes(method)) return endpoint
  return undefined
}

/** The error for a path and method that no route serves. It names the methods of the path, or the nearest path. */
export function noRoute(
  { path }: Pick<RequestTarget, 'path'>,
  { router, limits }: Pick<DispatchContext, 'router' | 'limits'>,
): RestError {
  const hint = path.length > limits.maxPathLength ? '' : hintFor(path, router)
  return new RestError('rest_no_route', `No route has this path and method.${hint}`, 404)
}

function hintFor(path: string, router: Router): string {
  const methods = router.match(path, 'OPTIONS')?.route.allow
  if (methods !== undefined) return ` The path has the methods ${methods}.`
  const nearest = router.nearest(path)
  return nearest === undefined ? '' : ` The nearest path is ${nearest}.`
}
