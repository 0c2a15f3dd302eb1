import type { HandlerRequest, Method } from '../registry/definition.js'
import type { Endpoint, Route } from '../registry/route.js'

/**
 * The methods of the route that this caller could use with this request's parameters: each endpoint's own permission
 * decides. `known` is an endpoint that was permitted already.
 */
export async function allowedMethods(
  route: Route,
  request: HandlerRequest,
  known?: Endpoint,
): Promise<readonly Method[]> {
  if (route.public) return route.methods
  const allowed: Method[] = []
  for (const endpoint of route.endpoints) {
    const permitted = endpoint === known || endpoint.public || (await isPermitted(endpoint, request))
    if (permitted) allowed.push(...endpoint.methods)
  }
  return allowed
}

async function isPermitted(endpoint: Endpoint, request: HandlerRequest): Promise<boolean> {
  try {
    return (await endpoint.permit(request)) === true
  } catch {
    return false
  }
}
