import { randomBytes } from 'node:crypto'
import { noWebClient } from '../web/web-client.js'
import { createMemoryRateLimit } from './memory-rate-limit.js'
import type { Logger, Mailer, PasswordHasher, Services } from './services.js'

const loadArgon2 = async () => (await import('argon2')).default

/** Hashes with Argon2id at the library's default cost. */
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
