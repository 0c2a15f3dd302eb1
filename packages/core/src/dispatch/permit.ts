import { forbidden } from '../registry/compile-route.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import type { Dispatching } from './dispatching.js'

/** Stage 8: throws the error of a caller who may not call; `check` is the endpoint's permission unless given. */
export async function permit(
  endpoint: Endpoint,
  request: HandlerRequest,
  d: Dispatching,
  check: Endpoint['permit'] = endpoint.permit,
): Promise<void> {
  if (endpoint.login && !request.principal.authenticated && d.loginRequired !== undefined) throw d.loginRequired()
  const result = await check(request)
  if (result !== true) throw result === false ? forbidden(request) : result
}
