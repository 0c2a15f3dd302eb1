import type { SitePrincipal } from '../access/site-principal.js'
import type { UserRecord } from '../features/users/user-collection.js'
import type { As } from '../operations/content-calls.js'

/** A login and a password, as a sign-in form sends them. */
export interface SignInInput {
  /** A login or an email address, in any case. */
  readonly login: string
  readonly password: string
  /** Whether the session lasts for 14 days instead of 2, also when the browser is closed. */
  readonly remember?: boolean | undefined
  /** The address of the client, such as that of the request with the form. */
  readonly remoteAddress?: string | undefined
}

/** A user who has signed in. */
export interface Session {
  readonly user: UserRecord
  readonly principal: SitePrincipal
  readonly expires: Date
  /** Whether it lasts for 14 days instead of 2. */
  readonly remember: boolean
  /** Another one for each sign-in. */
  readonly id: string
}

/**
 * Signing in with cookies (specification section 5). The cookies are signed; the store holds no sessions. The functions
 * that take a session throw a `TypeError` for an object that `signIn` or `read` has not returned.
 */
export interface Sessions {
  /**
   * Checks a login and the account's password and begins a session; `undefined` if they are wrong. It takes the same time
   * for unknown names. Rejects with a 429 `rest_too_many_attempts` for clients that guess (`headers` of the error hold
   * `Retry-After`); without `remoteAddress`, nobody is limited.
   */
  signIn(input: SignInInput): Promise<Session | undefined>
  /**
   * Whether the user of a session knows the account's password, to ask for it again before a change. It is limited as `signIn`
   * is, and records failures only.
   */
  confirmPassword(session: Session, password: string, remoteAddress?: string): Promise<boolean>
  /**
   * Begins another session of the same user, in place of one that a new password has just ended; `undefined` if the user no
   * longer exists.
   */
  renew(session: Session): Promise<Session | undefined>
  /** The session of a `Cookie` header; `undefined` for none and for one that is expired, forged or ended. */
  read(cookie: string | undefined): Promise<Session | undefined>
  /** The values of `Set-Cookie` headers that store a session in the browser. */
  setCookies(session: Session): readonly string[]
  /** The values of `Set-Cookie` headers that remove it. */
  clearCookies(): readonly string[]
  /**
   * Ends all sessions of a user, in all processes. Changing the password does so as well. `by` is who does it: the user, if
   * it is absent.
   */
  signOutEverywhere(user: UserRecord, by?: As): Promise<void>
  /** The nonce of a session for an action. It is valid for 12 to 24 hours, and not longer than the session. */
  nonce(session: Session, action: string): string
  checkNonce(session: Session, action: string, nonce: string): boolean
}
