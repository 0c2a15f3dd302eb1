import type { Principal } from '../access/principal.js'
import { isWithinLimits } from '../params/query-limits.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint, Route } from '../registry/route.js'
import type { RouteMatch } from '../registry/router.js'
import type { RequestBody } from '../request.js'
import { RestError } from '../rest-error.js'
import { type DispatchContext, toRestError } from './dispatch-context.js'
import { gatherParams, mergeParams } from './gather-params.js'
import { GatheredRequest } from './gathered-request.js'
import type { KnownRequest } from './known-requests.js'
import { limitParams } from './limit-params.js'
import { permit } from './permit.js'
import type { PreparedRequest } from './prepare-request.js'
import { type BodyParams, noBody, readBody } from './read-body.js'
import { requireParams } from './require-params.js'
import { checkParams, invalidParams, type Refusals, validateParams } from './validate-params.js'

/** A request that has been matched, read and checked, and not yet permitted or handled. */
export interface ResolvedRequest {
  readonly route: Route | undefined
  readonly endpoint: Endpoint | undefined
  readonly request: GatheredRequest | undefined
  readonly error: RestError | undefined
}

/** A request and the endpoint that it leads to. */
interface Matched {
  readonly prepared: PreparedRequest
  readonly principal: Principal
  readonly endpoint: Endpoint
  readonly match: RouteMatch
}

/** Stages 2 and 4 to 7: match, gather, require, validate, sanitize. It waits only when something has to. */
export function accept(
  prepared: PreparedRequest,
  principal: Principal,
  d: DispatchContext,
): ResolvedRequest | Promise<ResolvedRequest> {
  const { request, method, path, known } = prepared
  if (known !== undefined) return acceptKnown(prepared, known, principal, d)
  const match = path.length > d.limits.maxPathLength ? undefined : d.router.match(path)
  const endpoint = match === undefined ? undefined : endpointFor(match.route, method)
  if (match === undefined || (endpoint === undefined && method !== 'OPTIONS')) return noRoute()
  const { route, params } = match
  if (endpoint === undefined) {
    const found = { prepared, route: route.path.pattern, principal, sources: [params], params, body: noBody }
    return { route, endpoint: undefined, request: new GatheredRequest(found, d), error: undefined }
  }
  const matched = { prepared, principal, endpoint, match }
  const excess = queryExcess(matched, d)
  if (excess !== undefined) return overLimits(matched, noBody, excess, d)
  return request.body === undefined ? gather(matched, noBody, undefined, d) : acceptBody(matched, request.body, d)
}

/** That nothing answers: the error of a request without a route. */
export function noRoute(): ResolvedRequest {
  const error = new RestError('rest_no_route', 'No route answers this address and method.', 404)
  return { route: undefined, endpoint: undefined, request: undefined, error }
}

function acceptBody(
  matched: Matched,
  body: RequestBody,
  d: DispatchContext,
): ResolvedRequest | Promise<ResolvedRequest> {
  const { endpoint, prepared } = matched
  const { body: options } = endpoint
  const unreadable = (thrown: unknown) => gather(matched, noBody, toRestError(thrown, prepared.request, d), d)
  let bodiless: HandlerRequest | undefined
  const withoutBody = () => (bodiless ??= bodilessRequest(matched, d))
  try {
    const read = readBody(body, {
      contentType: prepared.request.headers?.['content-type'] ?? '',
      options,
      maxBytes: options.maxBytes ?? d.maxBodyBytes,
      bodiless: withoutBody,
      admit: async () => options.admit && permit(endpoint, withoutBody(), d, options.admit),
    })
    return read instanceof Promise
      ? read.then(found => gather(matched, found, undefined, d), unreadable)
      : gather(matched, read, undefined, d)
  } catch (thrown) {
    return unreadable(thrown)
  }
}

function gather(
  { prepared, principal, endpoint, match }: Matched,
  body: BodyParams,
  unreadable: RestError | undefined,
  d: DispatchContext,
): ResolvedRequest | Promise<ResolvedRequest> {
  const { path, query, key, method } = prepared
  const { route } = match
  if (method === 'GET' && body !== noBody) {
    const excess = limitParams(body.params, endpoint, d.limits)
    if (excess.size > 0) return overLimits({ prepared, principal, endpoint, match }, body, excess, d)
  }
  const sources = gatherParams(endpoint, body.params, query, match.params)
  const missing = unreadable ?? requireParams(endpoint, sources)
  const refusals = validateParams(endpoint, sources)
  const params = mergeParams(endpoint, sources, refusals.size > 0 ? new Set(refusals.keys()) : undefined)
  const found = { prepared, route: route.path.pattern, principal, sources, params, body }
  const request = new GatheredRequest(found, d)
  const error = missing ?? (refusals.size > 0 ? invalidParams(refusals) : undefined)
  if (error !== undefined) return { route, endpoint, request, error }
  if (key !== undefined) d.known.set(key, { path, query, route, endpoint, sources, params })
  return endpoint.hasValidators ? check(route, endpoint, request, d) : { route, endpoint, request, error }
}

/** A query that comes from outside is limited; one that code hands over as an object is not. */
function queryExcess({ prepared, endpoint }: Matched, d: DispatchContext): Refusals | undefined {
  const text = prepared.request.query
  if (typeof text !== 'string' || isWithinLimits(text, d.limits)) return undefined
  const refusals = limitParams(prepared.query, endpoint, d.limits)
  return refusals.size > 0 ? refusals : undefined
}

/** A request that exceeds the limits: nothing of its query counts. */
function overLimits(
  { prepared, principal, endpoint, match }: Matched,
  body: BodyParams,
  excess: Refusals,
  d: DispatchContext,
): ResolvedRequest {
  const { route, params } = match
  const pattern = route.path.pattern
  const found = { prepared: { ...prepared, query: {} }, route: pattern, principal, sources: [params], params, body }
  return { route, endpoint, request: new GatheredRequest(found, d), error: invalidParams(excess) }
}

/** What can be said of a request whose body was not read: parameters of path and query that are valid. */
function bodilessRequest({ prepared, principal, endpoint, match }: Matched, d: DispatchContext): HandlerRequest {
  const sources = gatherParams(endpoint, noBody.params, prepared.query, match.params)
  const params = mergeParams(endpoint, sources, new Set(validateParams(endpoint, sources).keys()))
  const route = match.route.path.pattern
  return new GatheredRequest({ prepared, route, principal, sources, params, body: noBody }, d)
}

/** What depends on the address alone was settled before; who calls, and the checks, are looked at each time. */
function acceptKnown(
  prepared: PreparedRequest,
  { route, endpoint, sources, params }: KnownRequest,
  principal: Principal,
  d: DispatchContext,
): ResolvedRequest | Promise<ResolvedRequest> {
  const found = { prepared, route: route.path.pattern, principal, sources, params, body: noBody }
  const request = new GatheredRequest(found, d)
  return endpoint.hasValidators ? check(route, endpoint, request, d) : { route, endpoint, request, error: undefined }
}

async function check(
  route: Route,
  endpoint: Endpoint,
  request: GatheredRequest,
  d: DispatchContext,
): Promise<ResolvedRequest> {
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
