import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import { bodyText } from '../resource/items.js'
import { RestError } from '../rest-error.js'
import { accept, type ResolvedRequest } from './accept.js'
import { allowedMethods } from './allow.js'
import { checkPreconditions, entityTag, isConditional } from './conditional.js'
import { type DispatchContext, toRestError } from './dispatch-context.js'
import { changedRequest, freshMemo } from './gathered-request.js'
import { permit } from './permit.js'
import { prepareRequest } from './prepare-request.js'
import { errorOutcome, type Outcome, shapeReply } from './reply.js'

/** Part of stage 9: a change that names what it is based on is refused when that is gone; see `conditional.ts`. */
async function holdToPreconditions(
  endpoint: Endpoint,
  request: HandlerRequest,
  d: DispatchContext,
): Promise<HandlerRequest> {
  if (request.method === 'GET' || !isConditional(request.headers)) return request
  const { state, tag } =
    endpoint.state === undefined
      ? await viewedState(request, d)
      : { state: await endpoint.state(request), tag: undefined }
  const failed = checkPreconditions(request.headers, state, tag)
  if (failed !== undefined) throw failed
  return typeof state?.version === 'number' ? changedRequest(request, { expectedVersion: state.version }) : request
}

/** What a plain GET of the same address says of it, for changes whose endpoint does not say it. */
async function viewedState(
  { path, principal }: HandlerRequest,
  d: DispatchContext,
): Promise<{ state: Reply['state']; tag: string | undefined }> {
  const prepared = prepareRequest({ method: 'GET', path, principal })
  const { status, body, state } = await perform(await accept(prepared, principal, d), d)
  if (status !== 200) return { state: undefined, tag: undefined }
  return { state, tag: entityTag(bodyText(body), state) }
}

/**
 * Stages 8 to 10: permit, handle, shape; then the methods that the caller may use here go into `Allow`. It waits only
 * when something has to.
 */
export function perform(accepted: ResolvedRequest, d: DispatchContext): Outcome | Promise<Outcome> {
  const { route, endpoint, request, error } = accepted
  const isPlain =
    route?.public === true && endpoint !== undefined && !endpoint.requiresLogin && request?.method === 'GET'
  if (!isPlain || error !== undefined) return performAll(accepted, d)
  try {
    const reply = endpoint.handle(request)
    if (!(reply instanceof Promise)) return withAllow(shapeReply(reply, request.fields, d.names), route.allow)
    return performAll(accepted, d, reply)
  } catch (thrown) {
    return withAllow(errorOutcome(toRestError(thrown, request, d)), route.allow)
  }
}

/** `begun` is what a handler has begun to answer already. */
async function performAll(accepted: ResolvedRequest, d: DispatchContext, begun?: Promise<Reply>): Promise<Outcome> {
  const { route, endpoint, request } = accepted
  let outcome: Outcome
  let permitted: Endpoint | undefined
  try {
    if (accepted.error !== undefined) throw accepted.error
    if (route === undefined || request === undefined)
      return errorOutcome(new RestError('rest_no_route', 'No route answers this address and method.', 404))
    if (endpoint === undefined) outcome = shapeReply(d.describe(route), request.fields, d.names)
    else {
      if (!endpoint.public || endpoint.requiresLogin) await permit(endpoint, request, d)
      permitted = endpoint
      outcome = shapeReply(
        await (begun ?? endpoint.handle(await holdToPreconditions(endpoint, request, d))),
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
  return changedRequest(request, { params, once: freshMemo() })
}
