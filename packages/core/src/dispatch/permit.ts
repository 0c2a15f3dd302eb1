import { forbidden } from '../registry/compile-route.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import type { DispatchContext } from './dispatch-context.js'

/** The stage `permit`: throws unless the caller may call; `check` is the endpoint's permission by default. */
export async function permit(
  endpoint: Endpoint,
  request: HandlerRequest,
  context: DispatchContext,
  check: Endpoint['permit'] = endpoint.permit,
): Promise<void> {
  if (endpoint.requiresLogin && !request.principal.authenticated && context.loginRequired !== undefined)
    throw context.loginRequired()
  const result = await check(request)
  if (result !== true) throw result === false ? forbidden(request) : result
}
