/** What a site needs from the world around it. All have working defaults; tests give their own. */
export interface Services {
  /** The present moment, in milliseconds since 1970. */
  readonly clock: () => number
  readonly logger: Logger
  /** Random bytes fit for secrets. */
  readonly random: (bytes: number) => Uint8Array
  readonly passwords: PasswordHasher
  readonly mailer: Mailer
}

/** Where the site tells what happens; `pino` and `console` fit. */
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

/** Sends mail to people. */
export interface Mailer {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>
}
