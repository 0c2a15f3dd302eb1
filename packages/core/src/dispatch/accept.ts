import type { Principal } from '../access/principal.js'
import { isWithinLimits, type QueryLimits } from '../params/query-limits.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint, Route } from '../registry/route.js'
import { RestError } from '../rest-error.js'
import { authenticate } from './authenticate.js'
import { type Dispatching, toRestError } from './dispatching.js'
import { gatherParams, mergeParams } from './gather-params.js'
import { GatheredRequest } from './gathered-request.js'
import type { KnownRequest } from './known-requests.js'
import { limitParams } from './limit-params.js'
import type { PreparedRequest } from './prepare-request.js'
import { type BodyParams, noBody, readBody } from './read-body.js'
import { requireParams } from './require-params.js'
import { checkParams, invalidParams, type Refusals, validateParams } from './validate-params.js'

/** A request that has been matched, read and checked, and not yet permitted or handled. */
export interface Accepted {
  readonly route: Route | undefined
  readonly endpoint: Endpoint | undefined
  readonly request: HandlerRequest | undefined
  readonly error: RestError | undefined
}

/** Stages 2 to 7: match, authenticate, gather, require, validate, sanitize. It waits only when something has to. */
export function accept(prepared: PreparedRequest, d: Dispatching): Accepted | Promise<Accepted> {
  const principal = prepared.principal ?? authenticate(prepared.request, d.authenticators)
  return principal instanceof Promise
    ? principal.then(found => acceptFrom(prepared, found, d))
    : acceptFrom(prepared, principal, d)
}

function acceptFrom(prepared: PreparedRequest, principal: Principal, d: Dispatching): Accepted | Promise<Accepted> {
  const { request, method, path, query, known, key } = prepared
  if (known !== undefined) return acceptKnown(prepared, known, principal, d)
  const matched = path.length > d.limits.maxPathLength ? undefined : d.router.match(path)
  const route = matched?.route
  const endpoint = route === undefined ? undefined : endpointFor(route, method)
  if (route === undefined || matched === undefined || (endpoint === undefined && method !== 'OPTIONS')) {
    const error = new RestError('rest_no_route', 'No route answers this address and method.', 404)
    return { route: undefined, endpoint: undefined, request: undefined, error }
  }
  const pattern = route.path.pattern
  if (endpoint === undefined) {
    const { params } = matched
    const found = { prepared, route: pattern, principal, sources: [params], params, body: noBody }
    return { route, endpoint: undefined, request: new GatheredRequest(found, d.dispatch), error: undefined }
  }
  let body = noBody
  let unreadable: RestError | undefined
  try {
    if (request.body !== undefined) body = readBody(request)
  } catch (thrown) {
    unreadable = toRestError(thrown, request, d)
  }
  const excess = checkLimits(prepared, body, endpoint, d.limits)
  if (excess !== undefined) {
    const { params } = matched
    const found = { prepared: { ...prepared, query: {} }, route: pattern, principal, sources: [params], params, body }
    return { route, endpoint, request: new GatheredRequest(found, d.dispatch), error: invalidParams(excess) }
  }
  const sources = gatherParams(body.params, query, matched.params)
  const missing = unreadable ?? requireParams(endpoint, sources)
  const refusals = validateParams(endpoint, sources)
  const params = mergeParams(endpoint, sources, refusals.size > 0 ? new Set(refusals.keys()) : undefined)
  const found = { prepared, route: pattern, principal, sources, params, body }
  const accepted = new GatheredRequest(found, d.dispatch)
  const error = missing ?? (refusals.size > 0 ? invalidParams(refusals) : undefined)
  if (error !== undefined) return { route, endpoint, request: accepted, error }
  if (key !== undefined) d.known.set(key, { path, query, route, endpoint, sources, params })
  return endpoint.hasChecks ? check(route, endpoint, accepted, d) : { route, endpoint, request: accepted, error }
}

/** A query that comes from outside is limited; one that code hands over as an object is not. */
function checkLimits(
  { request, method, query }: PreparedRequest,
  body: BodyParams,
  endpoint: Endpoint,
  limits: QueryLimits,
): Refusals | undefined {
  const text = request.query
  if (typeof text === 'string' && !isWithinLimits(text, limits)) {
    const refusals = limitParams(query, endpoint, limits)
    if (refusals.size > 0) return refusals
  }
  if (method !== 'GET' || body === noBody) return undefined
  const refusals = limitParams(body.params, endpoint, limits)
  return refusals.size > 0 ? refusals : undefined
}

/** What depends on the address alone was settled before; who calls, and the checks, are looked at each time. */
function acceptKnown(
  prepared: PreparedRequest,
  { route, endpoint, sources, params }: KnownRequest,
  principal: Principal,
  d: Dispatching,
): Accepted | Promise<Accepted> {
  const found = { prepared, route: route.path.pattern, principal, sources, params, body: noBody }
  const request = new GatheredRequest(found, d.dispatch)
  return endpoint.hasChecks ? check(route, endpoint, request, d) : { route, endpoint, request, error: undefined }
}

async function check(route: Route, endpoint: Endpoint, request: HandlerRequest, d: Dispatching): Promise<Accepted> {
  let error: RestError | undefined
  try {
    const refused = await checkParams(endpoint, request)
    if (refused.size > 0) error = invalidParams(refused)
  } catch (thrown) {
    error = toRestError(thrown, request, d)
  }
  return { route, endpoint, request, error }
}

function endpointFor(route: Route, method: string): Endpoint | undefined {
  for (const endpoint of route.endpoints) if ((endpoint.methods as readonly string[]).includes(method)) return endpoint
  return undefined
}
