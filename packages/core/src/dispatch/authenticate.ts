import type { Authenticator } from '../access/authenticator.js'
import { anonymous, type Principal } from '../access/principal.js'
import type { RestRequest } from '../request.js'
import { RestError } from '../rest-error.js'

/**
 * Stage 3. Asks the authenticators in turn; nobody found is anonymous. It waits only when one of them has to: most
 * requests carry nothing to look up.
 */
export function authenticate(
  request: RestRequest,
  authenticators: readonly Authenticator[],
  from = 0,
): Principal | Promise<Principal> {
  if (request.principal !== undefined) return request.principal
  for (let i = from; i < authenticators.length; i++) {
    const found = (authenticators[i] as Authenticator).authenticate(request)
    if (found instanceof Promise)
      return found.then(each => settle(each) ?? authenticate(request, authenticators, i + 1))
    const principal = settle(found)
    if (principal !== undefined) return principal
  }
  return anonymous
}

function settle(found: Principal | RestError | undefined): Principal | undefined {
  if (found instanceof RestError) throw found
  return found
}
