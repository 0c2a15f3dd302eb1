import { createHash } from 'node:crypto'
import type { Authenticator, Principal, RestRequest } from '@platen/core'
import { LRUCache } from 'lru-cache'
import type { SiteContext } from '../site-context.js'
import { type ApplicationPasswordRecord, type UserRecord, where } from '../storage/index.js'
import { applicationPasswordUsage } from './application-password-usage.js'
import { applicationPasswordsAvailable, hashApplicationPassword, isSameHash } from './application-passwords.js'
import { type BasicCredentials, basicCredentials } from './basic-credentials.js'
import type { SitePrincipal } from './site-principal.js'
import { usersByName } from './users-by-name.js'

/** What a principal's credential is when it is an application password; its `id` is the uuid. */
export const APPLICATION_PASSWORD = 'application-password'

interface Identity {
  readonly user: UserRecord
  readonly password: ApplicationPasswordRecord
}

interface KnownIdentity extends Identity {
  /** The store's revision at which it was found: nothing of it has changed while that is still the same. */
  readonly revision: number
  readonly principal: SitePrincipal
}

/** So many callers are remembered; they are found anew when they come back. */
const REMEMBERED = 1000

/**
 * Basic authentication with an application password (specification section 5). Wrong credentials are no error: the
 * caller is anonymous then. Who is known from an earlier request costs no query until something is written.
 */
export function applicationPasswordAuthenticator(site: SiteContext): Authenticator {
  const known = new LRUCache<string, KnownIdentity>({ max: REMEMBERED })
  const usage = applicationPasswordUsage(site)

  async function identify(header: string, credentials: BasicCredentials): Promise<KnownIdentity | undefined> {
    // The header holds a secret: what is kept in memory is its hash.
    const key = createHash('sha256').update(header).digest('base64')
    const revision = site.store.revision()
    const remembered = known.get(key)
    if (remembered?.revision === revision) return remembered
    const found = await findIdentity(site, credentials)
    if (found === undefined) {
      known.delete(key)
      return undefined
    }
    const principal = site.principalOf(found.user, { kind: APPLICATION_PASSWORD, id: found.password.uuid })
    const identity = { ...found, revision, principal }
    known.set(key, identity)
    return identity
  }

  return {
    name: APPLICATION_PASSWORD,
    authenticate(request) {
      const header = request.headers?.['authorization']
      const credentials = basicCredentials(header)
      if (header === undefined || credentials === undefined || !applicationPasswordsAvailable(site)) return undefined
      return principalOf(request, header, credentials)
    },
  }

  async function principalOf(
    request: RestRequest,
    header: string,
    credentials: BasicCredentials,
  ): Promise<Principal | undefined> {
    const identity = await identify(header, credentials)
    if (identity === undefined || !applicationPasswordsAvailable(site, identity.user)) return undefined
    usage.record(identity.password, request.remoteAddress)
    return identity.principal
  }
}

async function findIdentity(site: SiteContext, { login, password }: BasicCredentials): Promise<Identity | undefined> {
  const users = await usersByName(site.store.users, login)
  if (users.length === 0) return undefined
  const { records } = await site.store.applicationPasswords.find({
    where: where.applicationPasswords.in(
      'user',
      users.map(user => user.id),
    ),
  })
  const hash = hashApplicationPassword(password)
  const used = records.find(record => isSameHash(record.hash, hash))
  const user = users.find(({ id }) => id === used?.user)
  return used && user && { user, password: used }
}
