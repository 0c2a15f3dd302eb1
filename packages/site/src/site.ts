import type { Call, Dispatch, Principal, RestRequest } from '@platen/core'
import type { SitePrincipal } from './access/site-principal.js'
import type { ContentOf, Feature } from './feature.js'
import type { BuiltInContent } from './features/index.js'
import type { Actor, Tx } from './operations/tx.js'
import type { RegistrationCalls } from './registration-calls.js'
import type { SiteConfig } from './site-config.js'
import type { UserRecord } from './storage/index.js'

/** What a site is created with. */
export interface SiteOptions extends SiteConfig {
  /** Features besides the built-in ones. */
  readonly features?: readonly Feature[] | undefined
}

/** The content of a site in process. Each call is a transaction of its own; `transaction` takes several together. */
export interface SiteContent extends BuiltInContent {
  /**
   * Runs operations (`createPost(tx, actor, input)` …) in one transaction. What they emit is emitted after the commit;
   * when the work rejects, nothing of it is stored.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/**
 * A content site: registrations, and one function that answers requests. The routes are declared when the first request
 * comes (or `ready` is called); after that nothing but routes can be registered.
 */
export interface Site extends RegistrationCalls {
  /**
   * Adds a feature: what it brings is registered at once, its routes are declared when the site becomes ready. Returns
   * what the feature offers in process (its `content`).
   */
  use<F extends Feature>(feature: F): ContentOf<F>
  /**
   * Loads what features read, checks everything that is registered, and declares the routes, once. Rejects with what is
   * wrong: a `RegistrationError` names the registration, the key and the nearest known name.
   */
  ready(): Promise<void>
  /** Answers a request. A mistake in a registration goes to `onError` and is a neutral 500. */
  readonly dispatch: Dispatch
  /** Calls the interface in process; `as` is a stored user or a principal. See `Call`. */
  readonly call: Call<UserRecord | Principal>
  /** Works with content in process: typed, by the same rules, with the same errors and events as through requests. */
  readonly content: SiteContent
  /** An actor who may do everything: for imports and scheduled work. Its id is 0, so that it owns nothing. */
  readonly system: Actor
  /** Publishes the scheduled posts that are due and resolves with their number; `dispatch` does so by itself. */
  publishDuePosts(): Promise<number>
  /** Resolves with the caller of a request. */
  authenticate(request: RestRequest): Promise<Principal>
  /** Makes a principal of a user record: for calls in process. */
  principalOf(user: UserRecord | undefined): SitePrincipal
}
