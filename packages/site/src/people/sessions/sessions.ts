import type { SitePrincipal } from '../../kernel/context/index.js'
import type { As } from '../../kernel/operations/index.js'
import type { UserRecord } from '../../kernel/records/index.js'

/** A login and a password, as a sign-in form sends them. */
export interface SignInInput {
  /** A login or an email address, in any case. */
  readonly login: string
  readonly password: string
  /** Whether the session lasts for 14 days instead of 2, even if the browser is closed. */
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
  /** Unique for each sign-in. */
  readonly id: string
}

/**
 * Sign-in with cookies (specification section 5). The cookies are signed, and sessions are not stored. Functions that
 * take a session throw a `TypeError` for an object that `signIn` or `read` has not returned.
 */
export interface Sessions {
  /**
   * Checks a login and the account's password and starts a session; `undefined` if they are wrong. It takes the same
   * time for unknown logins. Rejects with a 429 `rest_too_many_attempts` for clients that guess (`headers` of the error
   * contain `Retry-After`); without `remoteAddress`, nothing is limited.
   */
  signIn(input: SignInInput): Promise<Session | undefined>
  /**
   * Whether a password is that of the session's user, for confirmation before a change. It is limited like `signIn`,
   * and records only failures.
   */
  confirmPassword(session: Session, password: string, remoteAddress?: string): Promise<boolean>
  /**
   * Starts a new session of the same user, to replace one that a new password has just ended; `undefined` if the user
   * no longer exists.
   */
  renew(session: Session): Promise<Session | undefined>
  /** The session of a `Cookie` header; `undefined` if there is none, or if it is expired, forged or ended. */
  read(cookie: string | undefined): Promise<Session | undefined>
  /** The values of `Set-Cookie` headers that store a session in the browser. */
  setCookies(session: Session): readonly string[]
  /** The values of `Set-Cookie` headers that remove it. */
  clearCookies(): readonly string[]
  /**
   * Ends all sessions of a user, in all processes. Changing the password does the same. `by` is the actor; the user by
   * default.
   */
  signOutEverywhere(user: UserRecord, by?: As): Promise<void>
  /** The nonce of a session for an action. It is valid for 12 to 24 hours, and not longer than the session. */
  nonce(session: Session, action: string): string
  checkNonce(session: Session, action: string, nonce: string): boolean
}
