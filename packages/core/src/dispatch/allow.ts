import type { QueryLimits } from '../params/query-limits.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import type { RestError } from '../rest-error.js'
import type { DispatchContext } from './dispatch-context.js'
import { changedRequest } from './incoming-request.js'
import { limitArguments } from './limit-arguments.js'
import type { Outcome } from './outcome.js'
import { paramSources } from './param-sources.js'
import type { ResolvedRequest } from './resolved-request.js'
import { sanitizeArguments } from './sanitize-arguments.js'
import { validateArguments } from './validate-arguments.js'
import { methodsWithin } from './within-scope.js'

/**
 * The value of `Allow`: the methods that the caller may use with the parameters of this request, which may be OPTIONS
 * itself. `permitted` means that the request's own endpoint has permitted it. Empty without a route.
 */
export async function allowedMethods(
  { route, endpoint, request, error }: ResolvedRequest,
  outcome: Outcome,
  permitted: boolean,
  { limits }: Pick<DispatchContext, 'limits'>,
): Promise<string> {
  if (route === undefined || request === undefined) return ''
  const changed = permitted && request.method !== 'GET' && endpoint !== undefined
  const current = changed ? afterChange(request, outcome) : request
  const allowed: string[] = []
  for (const each of route.endpoints) {
    if (each.allowedWhenValid !== false && (endpoint === undefined || !isValid(each.allowedWhenValid, error))) continue
    const isDecided = permitted && !changed && each === endpoint
    const own = endpoint === undefined && !each.public ? withArguments(each, current, limits) : current
    const methods = methodsWithin(each, request)
    if (methods.length === 0) continue
    if (isDecided || each.public || (await isPermitted(each, own))) allowed.push(...methods)
  }
  return allowed.join(', ')
}

const NO_DEFAULTS = {}

/**
 * An OPTIONS request with the arguments of an endpoint, since OPTIONS itself has none: the valid ones of query and
 * path. There are no defaults, as clients of this interface expect.
 */
function withArguments(endpoint: Endpoint, request: HandlerRequest, limits: QueryLimits): HandlerRequest {
  const query = limitArguments(request.query, endpoint, limits).size > 0 ? {} : request.query
  const sources = paramSources(endpoint, {}, query, request.params as Readonly<Record<string, string>>)
  const refusals = validateArguments(endpoint, sources)
  return changedRequest(request, { params: sanitizeArguments(endpoint, sources, refusals, NO_DEFAULTS) })
}

/** Whether the arguments that a permission needs are valid: all arguments, or the named ones. */
function isValid(names: true | readonly string[], error: RestError | undefined): boolean {
  if (error === undefined) return true
  const refused = error.data?.['params']
  if (names === true || refused === null || typeof refused !== 'object') return false
  return !names.some(name => Object.hasOwn(refused, name))
}

async function isPermitted(endpoint: Endpoint, request: HandlerRequest): Promise<boolean> {
  try {
    return (await endpoint.permit(request)) === true
  } catch {
    return false
  }
}

/**
 * The request for permissions after a change, which may depend on it: its values are those of `afterChange`. Responses to writes
 * have the context `edit` unless the reply names another one, so permissions are checked in that context.
 */
function afterChange(request: HandlerRequest, { status, context: replied }: Outcome): HandlerRequest {
  const context = replied ?? (request.method !== 'DELETE' && status < 300 ? 'edit' : undefined)
  const params = context === undefined ? request.params : { ...request.params, context }
  return changedRequest(request, { params, once: (key, compute) => request.afterChange(key, compute) })
}
