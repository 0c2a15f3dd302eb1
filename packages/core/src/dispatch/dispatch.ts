import type { Authenticator } from '../access/authenticator.js'
import { anonymous, type Principal } from '../access/principal.js'
import type { InterfaceNames } from '../links.js'
import { forbidden } from '../registry/compile-route.js'
import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Endpoint, Route } from '../registry/route.js'
import type { Router } from '../registry/router.js'
import type { RestRequest, RestResponse } from '../request.js'
import { RestError } from '../rest-error.js'
import { allowedMethods } from './allow.js'
import { checkPreconditions, entityTag, isConditional } from './conditional.js'
import { embedLinks, parseEmbed } from './embed.js'
import { finishResponse } from './finish-response.js'
import { gatherParams, mergeParams } from './gather-params.js'
import { freshMemo, GatheredRequest } from './gathered-request.js'
import { jsonpCallback } from './jsonp.js'
import { type PreparedRequest, prepareRequest } from './prepare-request.js'
import { noBody, readBody } from './read-body.js'
import { asEnvelope, errorOutcome, type Outcome, shapeReply } from './reply.js'
import { requireParams } from './require-params.js'
import { keepResponse, keptResponse, type ResponseCache } from './response-cache.js'
import { checkParams, invalidParams, validateParams } from './validate-params.js'

/** What dispatch works with; the registry gives it. */
export interface Dispatching {
  readonly router: Router
  readonly baseUrl: string
  readonly names: InterfaceNames
  readonly authenticators: readonly Authenticator[]
  /** The error for callers without credentials on routes that are for those who have signed in, when there is one. */
  readonly loginRequired: (() => RestError) | undefined
  /** What leads a client from any answer to the root: an entry of `Link`. */
  readonly rootLink: string
  /** Answers OPTIONS for a route. */
  readonly describe: (route: Route) => Reply
  readonly cache: ResponseCache | undefined
  /** Makes an error of the interface of one that was thrown by what handlers work with, such as a store. */
  readonly translateError: (thrown: unknown) => RestError | undefined
  /** Told of whatever was thrown that is no {@link RestError} and is not translated into one. */
  readonly onError: (error: unknown, request: RestRequest) => void
}

/** A request that has been matched, read and checked, and not yet permitted or handled. */
export interface Accepted {
  readonly route: Route | undefined
  readonly endpoint: Endpoint | undefined
  readonly request: HandlerRequest | undefined
  readonly error: RestError | undefined
}

/** Stage 3. Asks the authenticators in turn; nobody found is anonymous. */
export async function authenticate(request: RestRequest, authenticators: readonly Authenticator[]): Promise<Principal> {
  if (request.principal !== undefined) return request.principal
  for (const authenticator of authenticators) {
    const found = await authenticator.authenticate(request)
    if (found instanceof RestError) throw found
    if (found !== undefined) return found
  }
  return anonymous
}

/** Whatever was thrown, as an error of the interface; what is none is told to `onError` and answered neutrally. */
export function toRestError(thrown: unknown, request: RestRequest, d: Dispatching): RestError {
  if (thrown instanceof RestError) return thrown
  const translated = d.translateError(thrown)
  if ((translated?.status ?? 500) >= 500) d.onError(thrown, request)
  if (translated !== undefined) return translated
  return new RestError('rest_internal_error', 'Something went wrong on the server.', 500, { cause: thrown })
}

/** Stages 2 to 7: match, authenticate, gather, require, validate, sanitize. */
export async function accept(prepared: PreparedRequest, d: Dispatching): Promise<Accepted> {
  const { request, method, path, query } = prepared
  const matched = d.router.match(path)
  const route = matched?.route
  const principal =
    prepared.principal ??
    request.principal ??
    (d.authenticators.length === 0 ? anonymous : await authenticate(request, d.authenticators))
  const endpoint = route === undefined ? undefined : endpointFor(route, method)
  if (route === undefined || matched === undefined || (endpoint === undefined && method !== 'OPTIONS')) {
    const error = new RestError('rest_no_route', 'No route answers this address and method.', 404)
    return { route: undefined, endpoint: undefined, request: undefined, error }
  }
  if (endpoint === undefined) {
    const found = {
      prepared,
      route: route.path.pattern,
      principal,
      sources: [matched.params],
      params: matched.params,
      body: noBody,
    }
    const asked = new GatheredRequest(found, inner => dispatch(inner, d))
    return { route, endpoint: undefined, request: asked, error: undefined }
  }
  let body = noBody
  let unreadable: RestError | undefined
  try {
    if (request.body !== undefined) body = readBody(request)
  } catch (thrown) {
    unreadable = toRestError(thrown, request, d)
  }
  const sources = gatherParams(body.params, query, matched.params)
  const missing = unreadable ?? requireParams(endpoint, sources)
  const refusals = validateParams(endpoint, sources)
  const params = mergeParams(endpoint, sources, refusals.size > 0 ? new Set(refusals.keys()) : undefined)
  const found = { prepared, route: route.path.pattern, principal, sources, params, body }
  const accepted = new GatheredRequest(found, inner => dispatch(inner, d))
  let error = missing ?? (refusals.size > 0 ? invalidParams(refusals) : undefined)
  if (error === undefined && endpoint.hasChecks) {
    try {
      const refused = await checkParams(endpoint, accepted)
      if (refused.size > 0) error = invalidParams(refused)
    } catch (thrown) {
      error = toRestError(thrown, request, d)
    }
  }
  return { route, endpoint, request: accepted, error }
}

function endpointFor(route: Route, method: string): Endpoint | undefined {
  for (const endpoint of route.endpoints) if ((endpoint.methods as readonly string[]).includes(method)) return endpoint
  return undefined
}

/** Stage 8. */
async function permit(endpoint: Endpoint, request: HandlerRequest, d: Dispatching): Promise<void> {
  if (endpoint.login && !request.principal.authenticated && d.loginRequired !== undefined) throw d.loginRequired()
  const result = await endpoint.permit(request)
  if (result !== true) throw result === false ? forbidden(request) : result
}

/** Part of stage 9: a change that names what it is based on is refused when that is gone; see `conditional.ts`. */
async function holdToPreconditions(
  endpoint: Endpoint,
  request: HandlerRequest,
  d: Dispatching,
): Promise<HandlerRequest> {
  if (request.method === 'GET' || !isConditional(request.headers)) return request
  const { state, tag } =
    endpoint.state === undefined
      ? await viewedState(request, d)
      : { state: await endpoint.state(request), tag: undefined }
  const failed = checkPreconditions(request.headers, state, tag)
  if (failed !== undefined) throw failed
  return typeof state?.version === 'number' ? { ...request, expectedVersion: state.version } : request
}

/** What a plain GET of the same address says of it, for changes whose endpoint does not say it. */
async function viewedState(
  { path, principal }: HandlerRequest,
  d: Dispatching,
): Promise<{ state: Reply['state']; tag: string | undefined }> {
  const { status, body, state } = await perform(await accept(prepareRequest({ method: 'GET', path, principal }), d), d)
  if (status !== 200) return { state: undefined, tag: undefined }
  return { state, tag: entityTag(JSON.stringify(body) ?? '', state) }
}

/** Stages 8 to 10: permit, handle, shape; then the methods that the caller may use here go into `Allow`. */
export async function perform(accepted: Accepted, d: Dispatching): Promise<Outcome> {
  const { route, endpoint, request } = accepted
  let outcome: Outcome
  let permitted: Endpoint | undefined
  try {
    if (accepted.error !== undefined) throw accepted.error
    if (route === undefined || request === undefined)
      return errorOutcome(new RestError('rest_no_route', 'No route answers this address and method.', 404))
    if (endpoint === undefined) outcome = shapeReply(d.describe(route), request.fields, d.names)
    else {
      if (!endpoint.public || endpoint.login) await permit(endpoint, request, d)
      permitted = endpoint
      outcome = shapeReply(
        await endpoint.handle(request.method === 'GET' ? request : await holdToPreconditions(endpoint, request, d)),
        request.fields,
        d.names,
      )
    }
  } catch (thrown) {
    outcome = errorOutcome(toRestError(thrown, { method: request?.method ?? '', path: request?.path ?? '' }, d))
  }
  if (route === undefined || request === undefined) return outcome
  if (route.public) return withAllow(outcome, route.allow)
  const changed = request.method !== 'GET' && permitted !== undefined
  const allowed = await allowedMethods(
    route,
    changed ? afterChange(request, outcome) : request,
    changed ? undefined : permitted,
  )
  return allowed.length === 0 ? outcome : withAllow(outcome, allowed.join(', '))
}

const withAllow = ({ status, headers, body, linkHeader, state }: Outcome, Allow: string): Outcome => ({
  status,
  headers: { ...headers, Allow },
  body,
  linkHeader,
  state,
})

/**
 * A change may have changed what is permitted: everything is asked anew, and nothing computed before it counts. What was
 * written is answered in the context `edit`, so that is the view that is asked about.
 */
function afterChange(request: HandlerRequest, { status }: Outcome): HandlerRequest {
  const written = request.method !== 'DELETE' && status < 300
  const params = written ? { ...request.params, context: 'edit' } : request.params
  return { ...request, params, once: freshMemo() }
}

/** The whole way of a request, stage by stage. */
export async function dispatch(request: RestRequest, d: Dispatching): Promise<RestResponse> {
  let prepared = prepareRequest(request)
  const { query } = prepared
  let pure = false
  const mark = d.cache?.mark() ?? 0
  if (d.cache !== undefined && prepared.method === 'GET' && request.principal === undefined) {
    try {
      prepared = { ...prepared, principal: await authenticate(request, d.authenticators) }
    } catch (thrown) {
      return finishResponse(errorOutcome(toRestError(thrown, request, d)), prepared, undefined, d)
    }
    const kept = keptResponse(prepared, d.cache)
    if (kept !== undefined) return kept
  }
  let callback: string | undefined
  let outcome: Outcome
  try {
    callback = jsonpCallback(query)
    const accepted = await accept(prepared, d)
    const emptyOptions = prepared.method === 'OPTIONS' && accepted.route === undefined
    outcome = emptyOptions
      ? { ...errorOutcome(accepted.error as RestError), status: 200, body: [] }
      : await perform(accepted, d)
    pure = accepted.endpoint?.pure === true && outcome.status === 200
    const selection = prepared.method === 'GET' && !prepared.head ? parseEmbed(query['_embed']) : undefined
    if (selection !== undefined && outcome.status < 300 && accepted.request !== undefined) {
      const caller = accepted.request
      const fetch = async (path: string, params: Record<string, unknown>) => {
        if (d.router.match(path) === undefined) return undefined
        pure &&= isPure(path, d.router)
        return (await caller.dispatch({ method: 'GET', path, query: params })).body
      }
      outcome = { ...outcome, body: await embedLinks(outcome.body, selection, d.baseUrl, fetch) }
    }
  } catch (thrown) {
    outcome = errorOutcome(toRestError(thrown, request, d))
  }
  if (query['_envelope'] !== undefined) {
    outcome = { status: 200, headers: {}, body: asEnvelope(outcome, d.names), linkHeader: [], state: undefined }
  }
  const response = write(outcome, prepared, callback, d)
  if (pure && d.cache !== undefined) keepResponse(prepared, response, d.cache, mark)
  return response
}

/** Whether what is embedded from a path may be kept with what it is embedded in. */
function isPure(path: string, router: Router): boolean {
  return router.match(path)?.route.endpoints.every(({ methods, pure }) => pure || !methods.includes('GET')) ?? true
}

/** Stage 12. An answer that cannot be written is an error as well; callers in process may never need it written. */
function write(
  outcome: Outcome,
  prepared: PreparedRequest,
  callback: string | undefined,
  d: Dispatching,
): RestResponse {
  try {
    const response = finishResponse(outcome, prepared, callback, d)
    if (prepared.request.principal === undefined) response.text()
    return response
  } catch (thrown) {
    return finishResponse(errorOutcome(toRestError(thrown, prepared.request, d)), prepared, callback, d)
  }
}
