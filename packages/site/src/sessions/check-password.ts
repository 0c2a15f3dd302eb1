import { usersByName } from '../access/users-by-name.js'
import type { UserRecord } from '../features/users/user-collection.js'
import type { SiteContext } from '../site-context.js'

/** Finds the user of a login or email address and an account password. */
export type PasswordCheck = (login: string, password: string) => Promise<UserRecord | undefined>

/** Longer passwords are refused: hashing them would waste the server's time. */
const MAX_PASSWORD_LENGTH = 4096
const UNKNOWN_USER_BYTES = 16

/** Creates the check of account passwords. It verifies one hash for every login, so that timing reveals no name. */
export function passwordCheck(site: SiteContext): PasswordCheck {
  const { passwords, random } = site.services
  let hashOfNobody: Promise<string> | undefined
  return async (login, password) => {
    if (password.length > MAX_PASSWORD_LENGTH) return undefined
    hashOfNobody ??= passwords.hash(Buffer.from(random(UNKNOWN_USER_BYTES)).toString('hex'))
    const unknown = await hashOfNobody
    const [user] = await usersByName(site.store.users, login)
    const isRight = await passwords.verify(user?.passwordHash || unknown, password)
    return isRight && user?.passwordHash ? user : undefined
  }
}
