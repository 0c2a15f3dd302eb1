import type { Dispatch, Principal, RestError, RestRequest } from '@platen/core'
import type { ConsolePages, SitePrincipal } from '../kernel/context/index.js'
import type { ContentOf } from '../kernel/features/index.js'
import type { Actor, Tx } from '../kernel/operations/index.js'
import type { UserRecord } from '../kernel/records/index.js'
import type { Audit } from '../people/audit/index.js'
import type { Sessions } from '../people/sessions/index.js'
import type { SiteCall, TypedContent } from '../typed/index.js'
import type { BuiltInContent } from './built-in-features.js'
import type { Feature } from './feature.js'
import type { RegistrationCalls } from './registration-calls.js'
import type { SiteAbilities } from './site-abilities.js'
import type { SiteConfig } from './site-config.js'

/** The options of `createSite`; `F` are the features, whose declarations type the site. */
export interface SiteOptions<F extends readonly Feature[] = readonly Feature[]> extends SiteConfig {
  /** Features besides the built-in ones. */
  readonly features?: F | undefined
}

/**
 * The operations of a site's content in process: the posts of each type by the name of its route (`content.pages`), and the
 * other parts. Each call is one transaction; `transaction` groups several.
 */
export type SiteContent<D = never> = Omit<BuiltInContent, 'posts' | 'terms' | 'users' | 'comments'> &
  TypedContent<D> & {
    /** Runs operations (`createPost(tx, actor, input)` …) in one transaction; emits their events after the commit. */
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  }

/**
 * A content site: its registrations, and `dispatch`, which handles requests. The first request, or `ready`, declares the
 * routes; after that, only routes can be registered. `D` is the union of the features and configurations whose types,
 * taxonomies and meta type `call` and `content`.
 */
export interface Site<D = never> extends RegistrationCalls {
  /**
   * Registers a feature and returns its operations in process (its `content`). Its routes are declared when the site
   * becomes ready.
   */
  use<F extends Feature>(feature: F): ContentOf<F>
  /**
   * Starts the site, once: loads the features, checks all registrations and declares the routes. Rejects with a
   * `RegistrationError` that names the registration, the option and the closest known name.
   */
  ready(): Promise<void>
  /** The root path of the interface in the site's dialect, such as `/wp-json`, at which adapters serve the site by default. */
  readonly basePath: string
  /** Translates an error of a store for clients, for adapters; `undefined` for other errors. */
  translateError(thrown: unknown): RestError | undefined
  /** Handles a request. If the site cannot start, the error goes to `onError` and the response is a neutral 500. */
  readonly dispatch: Dispatch
  /** Calls a route in process; `as` is a stored user or a principal. See `Call`. */
  readonly call: SiteCall<D>
  /** Typed access to the content in process, with the same rules, errors and events as through requests. */
  readonly content: SiteContent<D>
  /** The registered abilities, to run in process. */
  readonly abilities: SiteAbilities
  /** Signing in with cookies. */
  readonly sessions: Sessions
  /** The audit events: sign-ins, refusals, and changes of accounts. */
  readonly audit: Audit
  /**
   * Sets the URLs of pages to which discovery, blocks and widgets link; `createConsole` calls it. The options
   * `applicationPasswords.approvalUrl` and `loginUrl` take precedence.
   */
  setConsolePages(pages: ConsolePages): void
  /** An actor with all capabilities, for imports and scheduled work. Its id is 0, so it owns nothing. */
  readonly system: Actor
  /** Publishes scheduled posts that are due and resolves with their number. `dispatch` does this automatically. */
  publishDuePosts(): Promise<number>
  /** Resolves with the caller of a request. */
  authenticate(request: RestRequest): Promise<Principal>
  /** Creates the principal of a user, for calls in process. */
  principalOf(user: UserRecord | undefined): SitePrincipal
}
