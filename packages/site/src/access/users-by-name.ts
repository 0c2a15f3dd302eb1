import type { SiteContext } from '../site-context.js'
import { type Collection, type UserRecord, where } from '../storage/index.js'
import type { SitePrincipal } from './site-principal.js'

/**
 * The users that people may mean by a login or an email address, in any case: the one with this login first. There are
 * two when somebody's login is somebody else's address.
 */
export async function usersByName(users: Collection<UserRecord>, name: string): Promise<readonly UserRecord[]> {
  const text = name.trim()
  if (text === '') return []
  const hasLogin = where.users.equalsText('login', text)
  const found = await users.find({
    where: where.users.or(hasLogin, where.users.equalsText('email', text)),
    order: [{ by: 'rank', conditions: [hasLogin] }],
  })
  return found.records
}

/** The principal of a user who is known by login or email address: for calls in process, such as a command line's. */
export async function principalByName(site: SiteContext, name: string): Promise<SitePrincipal | undefined> {
  const [user] = await usersByName(site.store.users, name)
  return user && site.principalOf(user)
}
