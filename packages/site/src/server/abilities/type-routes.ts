import type { Endpoint, Method, Route } from '@platen/core'
import { postFamilies } from '../../content/posts/index.js'
import type { PostType } from '../../content/types/index.js'
import type { SiteContext } from '../../kernel/context/index.js'

/** The routes of a post type, each if there is one. */
export interface TypeRoutes {
  readonly type: PostType
  /** The path of its list. */
  readonly path: string
  readonly list: RouteEndpoint | undefined
  readonly create: RouteEndpoint | undefined
  readonly read: RouteEndpoint | undefined
  readonly update: RouteEndpoint | undefined
  readonly trash: RouteEndpoint | undefined
}

/** An endpoint of a route. */
export interface RouteEndpoint {
  readonly route: Route
  readonly endpoint: Endpoint
}

function endpointOf(route: Route | undefined, method: Method): RouteEndpoint | undefined {
  const endpoint = route?.endpoints.find(({ methods }) => methods.includes(method))
  return route && endpoint && { route, endpoint }
}

/** Whether a path is that of one item of a list, by a numeric id: its only group. */
const isItemOf = ({ path: { pattern }, endpoints }: Route, list: string): boolean =>
  pattern.startsWith(`${list}/(?P<id>`) &&
  pattern.endsWith(')') &&
  pattern.split('(?P<').length === 2 &&
  endpoints.every(({ argsByName }) => (argsByName.get('id')?.schema.type ?? 'integer') === 'integer')

/** The routes of a post type whose posts have numeric ids; `undefined` for any other type. */
export function routesOf(site: SiteContext, type: PostType): TypeRoutes | undefined {
  const path = `/${type.restNamespace}/${type.restBase}`
  const routes = site.registry.routes()
  const collection = routes.find(route => route.path.pattern === path)
  const item = routes.find(route => isItemOf(route, path))
  if (item === undefined) return undefined
  return {
    type,
    path,
    list: endpointOf(collection, 'GET'),
    create: endpointOf(collection, 'POST'),
    read: endpointOf(item, 'GET'),
    update: endpointOf(item, 'POST'),
    trash: site.get(postFamilies).get(type.name)?.trashes === true ? endpointOf(item, 'DELETE') : undefined,
  }
}
