import { randomBytes } from 'node:crypto'
import { driverError } from '@platen/storage'
import { noWebClient, type WebClient } from '../web/index.js'
import { createMemoryRateLimit } from './memory-rate-limit.js'
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

const loadArgon2 = () =>
  import('argon2').then(
    module => module.default,
    error => {
      throw driverError('argon2', error) ?? error
    },
  )

/** Hashes with Argon2id at the library's default cost. Rejects with a `DriverError` if `argon2` cannot be loaded. */
export const argon2Hasher: PasswordHasher = Object.freeze({
  async hash(password: string) {
    const argon2 = await loadArgon2()
    return argon2.hash(password)
  },
  async verify(hash: string, password: string) {
    if (hash === '') return false
    const argon2 = await loadArgon2()
    return argon2.verify(hash, password).catch(() => false)
  },
})

/** Logs warnings and errors to the console; ignores `info`. */
export const consoleLogger: Logger = Object.freeze({
  info() {},
  warn: (data: object, message: string) => console.warn(message, data),
  error: (data: object, message: string) => console.error(message, data),
})

/** Discards all messages. */
export const silentLogger: Logger = Object.freeze({ info() {}, warn() {}, error() {} })

/** Discards all mail: sending it needs a mailer of the installation. */
export const noMailer: Mailer = Object.freeze({ send: async () => {} })

/** Adds the default services that are missing. */
export function defaultServices(given: Partial<Services> = {}): Services {
  return Object.freeze({
    clock: given.clock ?? Date.now,
    logger: given.logger ?? consoleLogger,
    random: given.random ?? (bytes => randomBytes(bytes)),
    passwords: given.passwords ?? argon2Hasher,
    mailer: given.mailer ?? noMailer,
    web: given.web ?? noWebClient,
    rateLimit: given.rateLimit ?? createMemoryRateLimit({ clock: given.clock }),
  })
}
