import type { Call, Dispatch, Principal, RestRequest } from '@platen/core'
import type { SitePrincipal } from './access/site-principal.js'
import type { Feature } from './feature.js'
import type { RegistrationCalls } from './registration-calls.js'
import type { SiteConfig } from './site-config.js'
import type { UserRecord } from './storage/index.js'

/** What a site is created with. */
export interface SiteOptions extends SiteConfig {
  /** Features besides the built-in ones. */
  readonly features?: readonly Feature[] | undefined
}

/**
 * A content site: registrations, and one function that answers requests. The routes are declared when the first request
 * comes (or `ready` is called); after that nothing but routes can be registered.
 */
export interface Site extends RegistrationCalls {
  /** Adds a feature: what it brings is registered at once, its routes are declared when the site becomes ready. */
  use(feature: Feature): void
  /**
   * Loads what features read, checks everything that is registered, and declares the routes, once. Rejects with what is
   * wrong: a `RegistrationError` names the registration, the key and the nearest known name.
   */
  ready(): Promise<void>
  /** Answers a request. A mistake in a registration goes to `onError` and is a neutral 500. */
  readonly dispatch: Dispatch
  /** Calls the interface in process; `as` is a stored user or a principal. See `Call`. */
  readonly call: Call<UserRecord | Principal>
  /** Publishes the scheduled posts that are due and resolves with their number; `dispatch` does so by itself. */
  publishDuePosts(): Promise<number>
  /** Resolves with the caller of a request. */
  authenticate(request: RestRequest): Promise<Principal>
  /** Makes a principal of a user record: for calls in process. */
  principalOf(user: UserRecord | undefined): SitePrincipal
}
