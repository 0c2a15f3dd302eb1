import type { Authenticator } from '../access/authenticator.js'
import { anonymous, type Principal } from '../access/principal.js'
import { type MaybePromise, whenAvailable } from '../maybe-promise.js'
import type { RestRequest } from '../request.js'
import { RestError } from '../rest-error.js'

/**
 * The stage `authenticate`: calls the authenticators in order, from index `from` on; a caller whom none of them identifies
 * is anonymous. It is synchronous unless an authenticator is asynchronous: most requests have no credentials to look
 * up.
 */
export function authenticate(
  request: RestRequest,
  authenticators: readonly Authenticator[],
  from = 0,
): MaybePromise<Principal> {
  if (request.principal !== undefined) return request.principal
  for (let i = from; i < authenticators.length; i++) {
    const found = authenticators[i]?.authenticate(request)
    if (found !== undefined)
      return whenAvailable(found, each => principalIn(each) ?? authenticate(request, authenticators, i + 1))
  }
  return anonymous
}

function principalIn(found: Principal | RestError | undefined): Principal | undefined {
  if (found instanceof RestError) throw found
  return found
}
