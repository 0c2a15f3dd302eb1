import type { Principal } from '../access/principal.js'
import { isPromise, type MaybePromise, whenAvailable } from '../maybe-promise.js'
import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Endpoint, Route } from '../registry/route.js'
import type { RestRequest, RestResponse } from '../request.js'
import { Items } from '../resource/items.js'
import { allowedMethods } from './allow.js'
import { authenticate } from './authenticate.js'
import { checkPreconditions } from './check-preconditions.js'
import type { DispatchContext } from './dispatch-context.js'
import { isDistinctQuery } from './distinct-query.js'
import { embedLinks } from './embed-links.js'
import { envelope } from './envelope.js'
import { failureResponse } from './failure-response.js'
import { finishResponse } from './finish-response.js'
import { gatherArguments } from './gather-arguments.js'
import { IncomingRequest } from './incoming-request.js'
import { jsonpCallback } from './jsonp.js'
import { linkReply } from './link-reply.js'
import { matchRoute, noRoute } from './match-route.js'
import { emptyOutcome, errorOutcome, type Outcome, type Performed, withAllow } from './outcome.js'
import { permit, requireLogin } from './permit.js'
import { discardAll, noBody } from './read-body.js'
import { requireArguments } from './require-arguments.js'
import { requireReply } from './require-reply.js'
import { type RequestTarget, resolveTarget } from './resolve-target.js'
import { FoundRequest, type Resolution, type ResolvedRequest } from './resolved-request.js'
import { type ComputedResponse, cachedResponse, cacheKey, isCacheable } from './response-cache.js'
import { bodyWriter } from './response-format.js'
import { sanitizeArguments } from './sanitize-arguments.js'
import { shapeReply } from './shape-reply.js'
import { toRestError } from './to-rest-error.js'
import { checkedFirst, invalidArguments, runValidators, validateArguments } from './validate-arguments.js'
import { bodyWithin, requireScope } from './within-scope.js'

/**
 * Handles a request, stage by stage. It never rejects, even for malformed requests. `T` is the type of the response's
 * body; it is not checked.
 */
export function dispatch<T = unknown>(request: RestRequest, context: DispatchContext): Promise<RestResponse<T>> {
  return respond(request, context) as Promise<RestResponse<T>>
}

async function respond(request: RestRequest, context: DispatchContext): Promise<RestResponse> {
  try {
    const cached = context.resolvedRequests.get(request)
    const target = cached?.target ?? resolveTarget(request)
    let principal: Principal | undefined
    let callback: string | undefined
    let failure: KnownRequest['failure']
    try {
      callback = jsonpCallback(target.query)
      const authenticated = authenticate(request, context.authenticators)
      principal = isPromise(authenticated) ? await authenticated : authenticated
    } catch (thrown) {
      failure = { thrown }
    }
    const known = { request, target, principal, callback, failure, cached }
    const { cache } = context
    const key = cache && principal && cacheKey(request, target, principal)
    if (cache === undefined || key === undefined) return (await compute(known, context)).response
    let stored = cachedResponse(request, key, cache)
    const renewal = stored === undefined ? cache.renewal(key) : undefined
    if (renewal !== undefined) {
      await renewal
      stored = cachedResponse(request, key, cache)
    }
    return stored ?? (await cache.compute(key, () => compute(known, context)))
  } catch (thrown) {
    return failureResponse(toRestError(thrown, request, context), () => {})
  }
}

/** A request whose caller is known, unless that failed. */
interface KnownRequest {
  readonly request: RestRequest
  readonly target: RequestTarget
  readonly principal: Principal | undefined
  readonly callback: string | undefined
  readonly failure: { readonly thrown: unknown } | undefined
  readonly cached: Resolution | undefined
}

/** The stages after authentication. */
async function compute(known: KnownRequest, context: DispatchContext): Promise<ComputedResponse> {
  const { request, target, principal, callback, failure, cached } = known
  let resolved: ResolvedRequest | undefined
  try {
    let outcome: Outcome
    try {
      if (failure !== undefined || principal === undefined) throw failure?.thrown
      const resolving = resolveRequest(request, target, principal, context, cached)
      resolved = isPromise(resolving) ? await resolving : resolving
      outcome = await answerRequest(resolved, context)
      const form = bodyForm(request, target)
      if (target.query['_embed'] !== undefined) outcome = await embedLinks(outcome, resolved, target, context, form)
      const computing =
        form && outcome.body instanceof Items ? outcome.body.computeInTurns(form, context.unfinishedLists) : undefined
      if (computing !== undefined) await computing
    } catch (thrown) {
      outcome = errorOutcome(toRestError(thrown, request, context))
    }
    const received = resolved?.request?.received ?? []
    if (received.length > 0) await discardAll(received)
    const response = finishResponse(
      envelope(outcome, target, context.names),
      { request, target, principal, writer: bodyWriter(callback, resolved), incoming: resolved?.request },
      context,
    )
    return { response, isCacheable: isCacheable(response, outcome, request, resolved?.endpoint) }
  } finally {
    resolved?.request?.endAnswer(error => context.reportError(error, request))
  }
}

/** The form in which the body of a response is sent; callers in process may not need it at all. */
const bodyForm = (request: RestRequest, { head, query }: RequestTarget): 'text' | 'values' | undefined =>
  request.principal !== undefined || head ? undefined : query['_envelope'] === undefined ? 'text' : 'values'

/**
 * The stages from matching the route to sanitizing the arguments, and the validators of arguments. With a `cached`
 * resolution, it is synchronous unless there are validators.
 */
export function resolveRequest(
  request: RestRequest,
  target: RequestTarget,
  principal: Principal,
  context: DispatchContext,
  cached?: Resolution,
  origin?: HandlerRequest,
): MaybePromise<ResolvedRequest> {
  const resolved = (resolution: Resolution) => {
    const { route, endpoint, input, error, refusals } = resolution
    if (route === undefined || input === undefined) return { error }
    const incoming = new IncomingRequest(
      { request, target, route: route.path.pattern, principal, origin },
      input,
      context,
    )
    const found = new FoundRequest({ route, endpoint, error }, incoming)
    if (endpoint === undefined || (error !== undefined && refusals === undefined)) return found
    if (cached === undefined && isDistinctQuery(request.query, endpoint))
      context.resolvedRequests.set(request, resolution)
    if (!endpoint.hasValidators) return found
    return runValidators(endpoint, incoming, context, refusals).then(
      refused => new FoundRequest({ route, endpoint, error: refused }, incoming),
    )
  }
  return cached === undefined ? resolveArguments(request, target, principal, context).then(resolved) : resolved(cached)
}

async function resolveArguments(
  request: RestRequest,
  target: RequestTarget,
  principal: Principal,
  context: DispatchContext,
): Promise<Resolution> {
  const match = matchRoute(target, context)
  if (match === undefined) return { target, error: target.method === 'OPTIONS' ? undefined : noRoute(target, context) }
  const { route, endpoint, params } = match
  if (match.endpoint === undefined) {
    const input = { query: target.query, sources: [params], params, body: noBody }
    return { target, route, endpoint, input, error: undefined }
  }
  const incoming = { request, target, route: route.path.pattern, principal }
  const { query, sources, body, error } = await gatherArguments(incoming, match, context)
  const missing = error ?? requireArguments(match.endpoint, sources)
  const refusals = validateArguments(match.endpoint, sources)
  const input = { query, sources, params: sanitizeArguments(match.endpoint, sources, refusals), body }
  if (missing !== undefined || refusals.size === 0) return { target, route, endpoint, input, error: missing }
  return {
    target,
    route,
    endpoint,
    input,
    error: invalidArguments(refusals, checkedFirst(match.endpoint, context)),
    refusals,
  }
}

/** The stages from the permission to the links, and the header `Allow`. */
export async function answerRequest(resolved: ResolvedRequest, context: DispatchContext): Promise<Outcome> {
  const { outcome, permitted } = await performRequest(resolved, context)
  const { route, request } = resolved
  const allowsAll = route?.public === true && request?.principal.scope === undefined
  return withAllow(outcome, allowsAll ? route.allow : await allowedMethods(resolved, outcome, permitted, context))
}

/** The stages from the permission to the links; synchronous if nothing has to be awaited. Errors are outcomes. */
export function performRequest(resolved: ResolvedRequest, context: DispatchContext): MaybePromise<Performed> {
  const { route, endpoint, request, error } = resolved
  let permitted = false
  const failed = (thrown: unknown): Performed => {
    const refused = toRestError(thrown, request ?? { method: '', path: '' }, context)
    if (refused.status === 403 && request !== undefined && request.origin === undefined)
      context.onRefusal?.(refused, request)
    return { outcome: errorOutcome(refused), permitted }
  }
  try {
    if (request !== undefined) requireScope(request, endpoint)
    if (error !== undefined) {
      if (endpoint !== undefined && request !== undefined) requireLogin(endpoint, request, context)
      throw error
    }
    if (route === undefined || request === undefined) return { outcome: emptyOutcome, permitted }
    const isOpen = endpoint === undefined || (endpoint.public && !endpoint.requiresLogin)
    const performed = whenAvailable(isOpen ? undefined : permit(endpoint, request, context), () => {
      permitted = true
      return whenAvailable(replyTo(route, endpoint, request, context), reply => {
        requireReply(reply, route, request)
        const body = shapeReply(reply, request.fields, context.names)
        const outcome = linkReply(body, reply, endpoint?.cacheable === true, context.names)
        const { scope } = request.principal
        const within = scope === undefined ? outcome : { ...outcome, body: bodyWithin(outcome.body, scope, context) }
        return { outcome: within, permitted }
      })
    })
    return isPromise(performed) ? performed.catch(failed) : performed
  } catch (thrown) {
    return failed(thrown)
  }
}

/** The reply to a request that is permitted; without an endpoint, a description of the route. */
function replyTo(
  route: Route,
  endpoint: Endpoint | undefined,
  request: IncomingRequest,
  context: DispatchContext,
): MaybePromise<Reply> {
  if (endpoint === undefined) return context.describe(route)
  return whenAvailable(context.admit?.(request), () =>
    request.method === 'GET'
      ? endpoint.handle(request)
      : checkPreconditions(endpoint, request, context).then(checked => endpoint.handle(checked)),
  )
}
