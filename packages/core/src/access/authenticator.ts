import type { RestRequest } from '../request.js'
import type { RestError } from '../rest-error.js'
import type { Principal } from './principal.js'

/**
 * One way to find out who calls. It answers a principal, `undefined` when the request carries nothing for it (the next
 * authenticator is asked), or an error that ends the request. With nobody found the caller is anonymous.
 */
export interface Authenticator {
  readonly name: string
  authenticate(request: RestRequest): Promise<Principal | RestError | undefined> | Principal | RestError | undefined
}
