import type { Authenticator } from '../access/authenticator.js'
import { anonymous, type Principal } from '../access/principal.js'
import type { RestRequest } from '../request.js'
import { RestError } from '../rest-error.js'

/** The stage `authenticate`: calls the authenticators in turn; a caller that none of them finds is anonymous. */
export async function authenticate(request: RestRequest, authenticators: readonly Authenticator[]): Promise<Principal> {
  if (request.principal !== undefined) return request.principal
  for (const each of authenticators) {
    const found = await each.authenticate(request)
    if (found instanceof RestError) throw found
    if (found !== undefined) return found
  }
  return anonymous
}
