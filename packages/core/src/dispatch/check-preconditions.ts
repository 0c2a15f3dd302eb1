import type { HandlerRequest, Reply } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import { bodyText } from '../resource/items.js'
import { checkConditions, entityTag, isConditional } from './conditional.js'
import type { DispatchContext } from './dispatch-context.js'
import { changedRequest } from './incoming-request.js'

/**
 * The stage `preconditions`: throws a 412 for a change whose version is not the current one. The returned request has the
 * checked version as `expectedVersion`, which handlers pass to the store.
 */
export async function checkPreconditions(
  endpoint: Endpoint,
  request: HandlerRequest,
  context: DispatchContext,
): Promise<HandlerRequest> {
  if (request.method === 'GET' || !isConditional(request.headers)) return request
  const { state, tag } =
    endpoint.state === undefined
      ? await viewedState(request, context)
      : { state: await endpoint.state(request), tag: undefined }
  const failed = checkConditions(request.headers, state, tag)
  if (failed !== undefined) throw failed
  return typeof state?.version === 'number' ? changedRequest(request, { expectedVersion: state.version }) : request
}

/** The state that a GET of the same path returns, for endpoints without `state`. */
async function viewedState(
  { path, principal }: HandlerRequest,
  context: DispatchContext,
): Promise<{ state: Reply['state']; tag: string | undefined }> {
  const view = await context.resolve({ method: 'GET', path }, principal)
  const { status, body, state } = (await context.perform(view)).outcome
  if (status !== 200) return { state: undefined, tag: undefined }
  return { state, tag: entityTag(context.encodeText(bodyText(body)), state) }
}
