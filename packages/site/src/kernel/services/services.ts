import type { WebClient } from '../web/index.js'
import type { RateLimit } from './rate-limit.js'

/** The outside world of a site. Each service has a working default; tests provide their own. */
export interface Services {
  /** The current time in milliseconds since the Unix epoch. */
  readonly clock: () => number
  readonly logger: Logger
  /** Cryptographically secure random bytes. */
  readonly random: (bytes: number) => Uint8Array
  readonly passwords: PasswordHasher
  readonly mailer: Mailer
  /** Requests pages from user-supplied URLs, for embeds and the details of links. By default, no requests are sent. */
  readonly web: WebClient
  /** Counts guesses at passwords, comments and requests of limited routes. In memory by default. */
  readonly rateLimit: RateLimit
}

/** Receives log messages; a `pino` logger or `console` fits. */
export interface Logger {
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

/** Hashes account passwords. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/** Sends mail. */
export interface Mailer {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>
}
