import type { RestRequest } from '../request.js'
import type { RestError } from '../rest-error.js'
import type { Principal } from './principal.js'

/**
 * One way to identify the caller. It returns a principal, `undefined` for a request without its kind of credentials
 * (the next authenticator is called), or an error, which ends the request. A caller whom no authenticator identifies
 * is anonymous.
 */
export interface Authenticator {
  readonly name: string
  authenticate(request: RestRequest): Promise<Principal | RestError | undefined> | Principal | RestError | undefined
}
