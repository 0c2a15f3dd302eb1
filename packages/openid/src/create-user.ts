import { hash } from 'node:crypto'
import { RestError } from '@platen/core'
import { isSameName, type UserRecord, usersIn, whereUsers } from '@platen/site'
import { systemActor, type Tx } from '@platen/site/extend'
import { createUser } from '@platen/site/operations'
import type { VerifiedToken } from './verify-token.js'

const MAX_LOGIN_LENGTH = 40
const MAX_NAME_LENGTH = 250

/** Creates the user of an unknown subject. Throws a `RestError` (403) if its claims are not sufficient. */
export async function createUserOf(tx: Tx, token: VerifiedToken, email: string, role: string): Promise<UserRecord> {
  const login = await freeLogin(tx, token, email)
  const { name } = token.claims
  const input = {
    login,
    email,
    roles: [role],
    ...(typeof name === 'string' && { name: name.slice(0, MAX_NAME_LENGTH) }),
  }
  try {
    return await createUser(tx, systemActor(tx.site), input)
  } catch (cause) {
    if (!(cause instanceof RestError)) throw cause
    throw new RestError(
      'openid_cannot_create_user',
      'The claims of the token are not sufficient to create a user.',
      403,
      { cause },
    )
  }
}

/** `preferred_username` as a login; with a suffix if it is taken, and a generic one if the token has none. */
async function freeLogin(tx: Tx, { claims, subject, trusted }: VerifiedToken, email: string): Promise<string> {
  const { preferred_username: preferred } = claims
  const base = typeof preferred === 'string' ? loginOf(ownName(preferred, email)) : ''
  const suffix = hash('sha256', `${trusted.provider.issuer}\n${subject}`, 'hex').slice(0, 12)
  if (base === '') return `user-${suffix}`
  const other = await usersIn(tx.store).first({ where: whereUsers.equalsText('login', base) })
  return other === undefined ? base : `${base}-${suffix}`
}

/** A name without its domain, unless it is the verified address, since users can also sign in with their address. */
const ownName = (name: string, email: string): string =>
  isSameName(name, email) ? name : (name.split('@', 1)[0] ?? '')

/** The characters of a text that a login may contain; empty if it would contain only digits and punctuation. */
function loginOf(text: string): string {
  const login = text.slice(0, MAX_LOGIN_LENGTH).replace(/[^\w.@-]/g, '')
  return /[a-z]/i.test(login) ? login : ''
}
