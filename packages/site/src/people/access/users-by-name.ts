import type { Collection } from '@platen/storage'
import type { SiteContext, SitePrincipal } from '../../kernel/context/index.js'
import { type UserRecord, usersIn, whereUsers } from '../../kernel/records/index.js'

/** The users whose login or email address equals `name`, ignoring case; a match by login comes first. */
export async function usersByName(users: Collection<UserRecord>, name: string): Promise<readonly UserRecord[]> {
  const text = name.trim()
  if (text === '') return []
  const hasLogin = whereUsers.equalsText('login', text)
  const matches = await users.find({
    where: whereUsers.or(hasLogin, whereUsers.equalsText('email', text)),
    order: [{ by: 'rank', conditions: [hasLogin] }],
  })
  return matches.records.filter(({ login, email }) => isSameName(login, text) || isSameName(email, text))
}

/** Finds the principal of the user with a login or email address, for calls in process, such as by the command line. */
export async function principalByName(site: SiteContext, name: string): Promise<SitePrincipal | undefined> {
  const [user] = await usersByName(usersIn(site.store), name)
  return user && site.principalOf(user)
}

/**
 * Whether two logins or email addresses name the same account: they differ at most in case. Stores also match variants
 * such as `é` for `e`, which may be somebody else's email address elsewhere.
 */
export const isSameName = (one: string, other: string): boolean =>
  // Comparing in only one direction would treat the Kelvin sign as a K.
  one.toLowerCase() === other.toLowerCase() && one.toUpperCase() === other.toUpperCase()
