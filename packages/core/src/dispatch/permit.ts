import { type MaybePromise, whenAvailable } from '../maybe-promise.js'
import { forbidden } from '../registry/compile-route.js'
import type { HandlerRequest } from '../registry/definition.js'
import type { Endpoint } from '../registry/route.js'
import type { DispatchContext } from './dispatch-context.js'

/** Throws the dialect's own error, if it has one, for anonymous callers of an endpoint that requires a login. */
export function requireLogin(
  endpoint: Endpoint,
  { principal }: Pick<HandlerRequest, 'principal'>,
  { loginRequired }: DispatchContext,
): void {
  if (endpoint.requiresLogin && !principal.authenticated && loginRequired !== undefined) throw loginRequired()
}

/** The stage `permit`: throws or rejects unless the caller may call; `check` is the endpoint's permission by default. */
export function permit(
  endpoint: Endpoint,
  request: HandlerRequest,
  context: DispatchContext,
  check: Endpoint['permit'] = endpoint.permit,
): MaybePromise<void> {
  requireLogin(endpoint, request, context)
  return whenAvailable(check(request), result => {
    if (result !== true) throw result === false ? forbidden(request) : result
  })
}
