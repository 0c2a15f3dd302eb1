import { type Admission, type HandlerRequest, nearestWord, RestError } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { RegistrationError } from '../../kernel/registrations/index.js'
import type { Services } from '../../kernel/services/index.js'
import { clientNetwork } from '../../kernel/web/index.js'
import type { RouteLimit } from './rate-limit-options.js'

/** A limit with the name of its counts: several limits of the same path count separately. */
interface NamedLimit {
  readonly name: string
  readonly limit: RouteLimit
}

const applies = ({ path }: RouteLimit, route: string): boolean => route === path || route.startsWith(`${path}/`)

/** Creates the limiter of routes; `undefined` if no route is limited. */
export function limitRoutes(
  limits: readonly RouteLimit[],
  { rateLimit }: Pick<Services, 'rateLimit'>,
): Admission | undefined {
  if (limits.length === 0) return undefined
  const named = limits.map((limit, at) => ({ name: `route:${at}:${limit.path}`, limit }))
  const byRoute = new Map<string, readonly NamedLimit[]>()
  return request => {
    const { method, route } = request
    const key = `${method} ${route}`
    let all = byRoute.get(key)
    if (all === undefined) {
      all = named.filter(({ limit }) => applies(limit, route) && (limit.methods?.includes(method) ?? true))
      byRoute.set(key, all)
    }
    const client = all.length === 0 ? undefined : clientOf(request)
    return client === undefined ? undefined : take(all, client)
  }

  async function take(all: readonly NamedLimit[], client: string): Promise<void> {
    const uses = all.map(({ name, limit }) => ({ key: `${name}:${client}`, rule: limit }))
    const { retryAfter } = await rateLimit.take(uses)
    if (retryAfter > 0)
      throw tooManyRequests('rest_too_many_requests', 'Too many requests. Try again later.', retryAfter)
  }
}

/** Signed-in users are limited by account, on any network. */
function clientOf({ principal, remoteAddress }: HandlerRequest): string | undefined {
  const network = clientNetwork(remoteAddress)
  return network !== undefined && principal.authenticated ? `user ${principal.id}` : network
}

/** Throws a `RegistrationError` for a limit of a route that does not exist, since it would protect nothing. */
export function checkRouteLimits(site: SiteContext, limits: readonly RouteLimit[]): void {
  const routes = site.registry.routes().map(({ path }) => path.pattern)
  for (const limit of limits) {
    if (routes.some(route => applies(limit, route))) continue
    const nearest = nearestWord(limit.path, routes)
    const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`
    throw new RegistrationError(`the option rateLimits.routes: no route "${limit.path}"${hint}`)
  }
}

/** The error for clients that have to wait: a 429 with `Retry-After`. */
export const tooManyRequests = (code: string, message: string, retryAfter: number): RestError =>
  new RestError(code, message, 429, {
    data: { retry_after: retryAfter },
    headers: { 'Retry-After': String(retryAfter) },
  })
