import { where } from '../features/built-in-collections.js'
import type { UserRecord } from '../features/users/user-collection.js'
import type { SiteContext } from '../site-context.js'
import type { Collection } from '../storage/index.js'
import { isSameName } from './same-name.js'
import type { SitePrincipal } from './site-principal.js'

/** The users whose login or email address equals `name`, ignoring case; a match by login comes first. */
export async function usersByName(users: Collection<UserRecord>, name: string): Promise<readonly UserRecord[]> {
  const text = name.trim()
  if (text === '') return []
  const hasLogin = where.users.equalsText('login', text)
  const found = await users.find({
    where: where.users.or(hasLogin, where.users.equalsText('email', text)),
    order: [{ by: 'rank', conditions: [hasLogin] }],
  })
  return found.records.filter(({ login, email }) => isSameName(login, text) || isSameName(email, text))
}

/** Finds the principal of the user with a login or email address, for calls in process, such as by the command line. */
export async function principalByName(site: SiteContext, name: string): Promise<SitePrincipal | undefined> {
  const [user] = await usersByName(site.store.users, name)
  return user && site.principalOf(user)
}
