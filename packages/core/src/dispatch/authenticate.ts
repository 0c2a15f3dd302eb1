import type { Authenticator } from '../access/authenticator.js'
import { anonymous, type Principal } from '../access/principal.js'
import type { RestRequest } from '../request.js'
import { RestError } from '../rest-error.js'

/**
 * The stage `authenticate`: calls the authenticators in turn, the first at index `from`; a caller that none of them
 * identifies is anonymous. It waits only for authenticators that do: most requests carry nothing to look up.
 */
export function authenticate(
  request: RestRequest,
  authenticators: readonly Authenticator[],
  from = 0,
): Principal | Promise<Principal> {
  if (request.principal !== undefined) return request.principal
  for (let i = from; i < authenticators.length; i++) {
    const found = authenticators[i]?.authenticate(request)
    if (found instanceof Promise)
      return found.then(each => principalIn(each) ?? authenticate(request, authenticators, i + 1))
    const principal = principalIn(found)
    if (principal !== undefined) return principal
  }
  return anonymous
}

function principalIn(found: Principal | RestError | undefined): Principal | undefined {
  if (found instanceof RestError) throw found
  return found
}
