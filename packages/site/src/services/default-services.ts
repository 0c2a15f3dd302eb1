import { randomBytes } from 'node:crypto'
import argon2 from 'argon2'
import type { Logger, Mailer, PasswordHasher, Services } from './services.js'

/** Argon2id with the library's recommended cost. */
export const argon2Hasher: PasswordHasher = Object.freeze({
  hash: (password: string) => argon2.hash(password),
  async verify(hash: string, password: string) {
    return hash !== '' && argon2.verify(hash, password).catch(() => false)
  },
})

/** Logs warnings and errors to the console, and nothing else. */
export const consoleLogger: Logger = Object.freeze({
  info() {},
  warn: (data: object, message: string) => console.warn(message, data),
  error: (data: object, message: string) => console.error(message, data),
})

/** Says nothing. */
export const silentLogger: Logger = Object.freeze({ info() {}, warn() {}, error() {} })

/** Sends nothing: mail is a matter of the installation. */
export const noMailer: Mailer = Object.freeze({ send: async () => {} })

/** The services that a site has unless it is given others. */
export function defaultServices(given: Partial<Services> = {}): Services {
  return Object.freeze({
    clock: given.clock ?? Date.now,
    logger: given.logger ?? consoleLogger,
    random: given.random ?? (bytes => randomBytes(bytes)),
    passwords: given.passwords ?? argon2Hasher,
    mailer: given.mailer ?? noMailer,
  })
}
