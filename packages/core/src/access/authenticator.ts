import type { RestRequest } from '../request.js'
import type { RestError } from '../rest-error.js'
import type { Principal } from './principal.js'

/** A way to send credentials: `Authorization: Basic`, `Authorization: Bearer`, or a cookie with a nonce in a header. */
export type AuthenticationScheme =
  | { readonly type: 'basic' | 'bearer' }
  | { readonly type: 'session'; readonly cookie: string; readonly nonceHeader: string }

/**
 * One way to identify the caller. It returns a principal, `undefined` for a request without its kind of credentials
 * (the next authenticator is called), or an error, which ends the request. A caller whom no authenticator identifies
 * is anonymous.
 */
export interface Authenticator {
  readonly name: string
  /** How callers send its credentials, for descriptions of the interface. */
  readonly schemes?: readonly AuthenticationScheme[] | undefined
  authenticate(request: RestRequest): Promise<Principal | RestError | undefined> | Principal | RestError | undefined
}
