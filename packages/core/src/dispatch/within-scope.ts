import type { PrincipalScope } from '../access/principal.js'
import type { Link, Links } from '../links.js'
import type { HandlerRequest, Method } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import { Items, linksOf } from '../resource/items.js'
import type { RestError } from '../rest-error.js'
import type { DispatchContext } from './dispatch-context.js'

/** The error for a method on a route that is beyond a scope. */
const refusal = (
  scope: PrincipalScope | undefined,
  method: Method,
  endpoint: Endpoint | undefined,
  route: string,
): RestError | undefined => (endpoint?.anyScope ? undefined : scope?.refuse(method, route))

/** Throws if a request is beyond the scope of its caller. */
export function requireScope({ principal, method, route }: HandlerRequest, endpoint: Endpoint | undefined): void {
  const refused = method === 'OPTIONS' ? undefined : refusal(principal.scope, method, endpoint, route)
  if (refused !== undefined) throw refused
}

/** The methods of an endpoint that are within the scope of a caller. */
export const methodsWithin = (endpoint: Endpoint, { principal, route }: HandlerRequest): readonly Method[] =>
  principal.scope === undefined
    ? endpoint.methods
    : endpoint.methods.filter(each => refusal(principal.scope, each, endpoint, route) === undefined)

/** Removes the links from a body that lead beyond a scope, and the methods beyond it from the others. */
export function bodyWithin(body: unknown, scope: PrincipalScope, context: DispatchContext): unknown {
  const narrow = linkNarrower(scope, context)
  const narrowed = (value: unknown) => {
    const links = linksOf(value)
    return links === undefined ? value : { ...Object(value), _links: narrow(links) }
  }
  if (body instanceof Items) return body.changed(narrowed, narrow)
  return Array.isArray(body) ? body.map(narrowed) : narrowed(body)
}

function linkNarrower(scope: PrincipalScope, { baseUrl, router, names }: DispatchContext): (links: Links) => Links {
  const start = `${baseUrl}/`
  const actions = [`${names.prefix}:action-`, `${names.relationBase}action-`]
  const permits = (method: Method, path: string) => {
    const { route } = router.match(path, method) ?? {}
    const endpoint = route?.endpoints.find(each => each.methods.includes(method))
    return route === undefined || refusal(scope, method, endpoint, route.path.pattern) === undefined
  }
  const narrowLink = (link: Link, method: Method): Link | undefined => {
    if (!link.href.startsWith(start)) return link
    const path = link.href.slice(baseUrl.length).split('?', 1)[0] ?? ''
    if (!permits(method, path)) return undefined
    const hints = link['targetHints'] as { readonly allow?: readonly Method[] } | undefined
    if (hints?.allow === undefined) return link
    return { ...link, targetHints: { ...hints, allow: hints.allow.filter(each => permits(each, path)) } }
  }
  return links => {
    const narrowed: Record<string, readonly Link[]> = {}
    for (const [relation, all] of Object.entries(links)) {
      const method = actions.some(action => relation.startsWith(action)) ? 'POST' : 'GET'
      const within = all.map(link => narrowLink(link, method)).filter(link => link !== undefined)
      if (within.length > 0) narrowed[relation] = within
    }
    return narrowed
  }
}
