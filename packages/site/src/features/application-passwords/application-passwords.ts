import { createHash, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../services/services.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../users/user-collection.js'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LENGTH = 24
const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A new application password: 24 letters and digits, each as likely as any other. */
export function newApplicationPassword(random: Services['random']): string {
  // Bytes beyond the last whole multiple of the alphabet would make its first letters likelier.
  const limit = 256 - (256 % ALPHABET.length)
  let password = ''
  while (password.length < LENGTH) {
    for (const byte of random(LENGTH)) {
      if (byte < limit && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length]
    }
  }
  return password
}

/** An application password the way people are shown it: in groups of four. */
export const grouped = (password: string): string => password.replace(/.{4}(?=.)/g, '$& ')

/** The stored hash of an application password. The secret is long and random, so a fast hash is safe. */
export function hashApplicationPassword(given: string): string {
  return createHash('sha256')
    .update(given.replace(/[^a-z\d]/gi, ''))
    .digest('hex')
}

/** Whether two hashes are the same, found out in a time that does not depend on where they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether application passwords are available to a user; without one, whether they are to any user. */
export function applicationPasswordsAvailable(site: Pick<SiteContext, 'url' | 'config'>, user?: UserRecord): boolean {
  const available = site.config.applicationPasswords?.available
  if (typeof available === 'function') return user === undefined || available(user)
  return available ?? isSecretOnTheWay(site.url)
}

function isSecretOnTheWay(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || OWN_HOSTS.has(hostname)
}
