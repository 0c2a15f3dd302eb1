import { forbidden } from '../registry/compile-route.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import type { DispatchContext } from './dispatch-context.js'

/** Stage 8: throws the error of a caller who may not call; `check` is the endpoint's permission unless given. */
export async function permit(
  endpoint: Endpoint,
  request: HandlerRequest,
  d: DispatchContext,
  check: Endpoint['permit'] = endpoint.permit,
): Promise<void> {
  if (endpoint.requiresLogin && !request.principal.authenticated && d.loginRequired !== undefined)
    throw d.loginRequired()
  const result = await check(request)
  if (result !== true) throw result === false ? forbidden(request) : result
}
