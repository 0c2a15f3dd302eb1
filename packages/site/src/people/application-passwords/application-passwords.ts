import { createHash } from 'node:crypto'
import type { Services } from '../../kernel/services/index.js'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const LENGTH = 24

/** A new application password: 24 letters and digits, each as likely as any other. */
export function newApplicationPassword(random: Services['random']): string {
  // Bytes beyond the last multiple of the alphabet's length would make its first letters more likely.
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
export function hashApplicationPassword(password: string): string {
  return createHash('sha256')
    .update(password.replace(/[^a-z\d]/gi, ''))
    .digest('hex')
}
