import { hasFewerCharacters } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { type UserRecord, usersIn } from '../../kernel/records/index.js'
import { usersByName } from '../access/index.js'

/**
 * The lengths of passwords that people choose: the fewest characters, and the most UTF-16 code units that can be used to
 * sign in, since hashing more would waste the server's time. The interface accepts shorter ones, as its clients expect.
 */
export const PASSWORD_LENGTH = Object.freeze({ min: 8, max: 4096 })

/** Whether a password is too short or too long to be chosen. */
export function passwordFault(password: string): 'short' | 'long' | undefined {
  if (hasFewerCharacters(password, PASSWORD_LENGTH.min)) return 'short'
  return password.length > PASSWORD_LENGTH.max ? 'long' : undefined
}

/** Finds the user of a login or email address and an account password. */
export type PasswordCheck = (login: string, password: string) => Promise<UserRecord | undefined>

const UNKNOWN_USER_BYTES = 16

/** Creates the check of account passwords. It verifies one hash for every login, so that timing reveals no name. */
export function passwordCheck(site: SiteContext): PasswordCheck {
  const { passwords, random } = site.services
  let hashOfNobody: Promise<string> | undefined
  return async (login, password) => {
    if (password.length > PASSWORD_LENGTH.max) return undefined
    hashOfNobody ??= passwords.hash(Buffer.from(random(UNKNOWN_USER_BYTES)).toString('hex'))
    const unknown = await hashOfNobody
    const [user] = await usersByName(usersIn(site.store), login)
    const isRight = await passwords.verify(user?.passwordHash || unknown, password)
    return isRight && user?.passwordHash ? user : undefined
  }
}
