import { hash, randomBytes } from 'node:crypto'
import { type Authenticator, createBoundedCache, type Principal, type RestError, type RestRequest } from '@platen/core'
import { observeReads, type SiteContext, type SitePrincipal } from '../../kernel/context/index.js'
import {
  type ApplicationPasswordRecord,
  applicationPasswordsIn,
  type UserRecord,
  usersIn,
  whereApplicationPasswords,
} from '../../kernel/records/index.js'
import { isSameHash } from '../../kernel/text/index.js'
import { isWithin } from '../../kernel/time/index.js'
import { type BasicCredentials, basicCredentials, usersByName } from '../access/index.js'
import { attemptSignIn } from '../sessions/index.js'
import { hashApplicationPassword } from './application-passwords.js'
import { applicationPasswordsAvailable } from './options.js'
import { unusable } from './password-limits.js'
import { passwordScope } from './scopes.js'
import { applicationPasswordUsage } from './stored-passwords.js'

/** The `type` of a principal's credential for application passwords; its `id` is the uuid. */
export const APPLICATION_PASSWORD = 'application-password'

interface Identity {
  readonly user: UserRecord
  readonly password: ApplicationPasswordRecord
}

interface KnownIdentity extends Identity {
  /** Whether everything that it was found by is unchanged. */
  readonly isCurrent: () => boolean
  /** When it was looked up, in milliseconds of the clock. */
  readonly since: number
  readonly principal: SitePrincipal
}

/** The memory limit of cached callers, in bytes; evicted callers are looked up again. */
const MAX_BYTES = 8 * 1024 * 1024
/** The memory of a caller besides the texts of its user. */
const OVERHEAD = 8 * 1024

/** How long a caller is cached. */
const MEMORY_MS = 5 * 60 * 1000
const KEY_BYTES = 32

const sizeOf = ({ user, password }: Identity) => OVERHEAD + 2 * JSON.stringify([user, password]).length

/** Basic authentication with an application password (specification section 5); identities are cached. */
export function applicationPasswordAuthenticator(site: SiteContext): Authenticator {
  const cache = createBoundedCache<KnownIdentity>(MAX_BYTES)
  const usage = site.get(applicationPasswordUsage)
  const observe = site.get(observeReads)
  /** Requests at the same time with the same password are one attempt. */
  const attempts = new Map<string, Promise<KnownIdentity | undefined>>()
  const { clock } = site.services
  // The header contains a secret. Only its hash with a random key stays in memory, and the key never leaves the
  // process.
  const key = randomBytes(KEY_BYTES).toString('hex')

  async function identify(
    header: string,
    credentials: BasicCredentials,
    remoteAddress: string | undefined,
  ): Promise<KnownIdentity | undefined> {
    const id = hash('sha256', key + header, 'base64')
    const remembered = cache.get(id)
    if (remembered?.isCurrent() && isWithin(clock(), remembered.since, MEMORY_MS)) return remembered
    // A password that was correct before does not count as a guess: guesses by others do not lock out its application.
    const again = remembered && (await load(id, credentials))
    if (again !== undefined) return again
    const attempt = `${id} ${remoteAddress}`
    const { login } = credentials
    const match =
      attempts.get(attempt) ??
      attemptSignIn(site, { login, remoteAddress, via: APPLICATION_PASSWORD }, () => load(id, credentials)).finally(
        () => attempts.delete(attempt),
      )
    attempts.set(attempt, match)
    return match
  }

  async function load(id: string, credentials: BasicCredentials): Promise<KnownIdentity | undefined> {
    const now = clock()
    const { result: match, isCurrent } = await observe(() => findIdentity(site, credentials))
    if (match === undefined) {
      cache.delete(id)
      return undefined
    }
    const { id: password, uuid, scopes } = match.password
    const principal = site.principalOf(match.user, {
      kind: APPLICATION_PASSWORD,
      id: uuid,
      scope: scopes === null ? undefined : passwordScope(site, scopes),
      isValid: async store => (await applicationPasswordsIn(store).get(password)) !== undefined,
    })
    const identity = { ...match, isCurrent, since: now, principal }
    cache.set(id, identity, sizeOf(identity))
    return identity
  }

  return {
    name: APPLICATION_PASSWORD,
    schemes: [{ type: 'basic' }],
    authenticate(request) {
      const header = request.headers?.['authorization']
      const credentials = basicCredentials(header)
      if (
        header === undefined ||
        credentials === undefined ||
        !applicationPasswordsAvailable(site, { secure: request.secure })
      )
        return undefined
      return principalOf(request, header, credentials)
    },
  }

  async function principalOf(
    request: RestRequest,
    header: string,
    credentials: BasicCredentials,
  ): Promise<Principal | RestError | undefined> {
    const identity = await identify(header, credentials, request.remoteAddress)
    if (identity === undefined || !applicationPasswordsAvailable(site, { user: identity.user, secure: request.secure }))
      return undefined
    const refused = unusable(identity.password, clock(), request.remoteAddress)
    if (refused !== undefined) return refused
    usage.record(identity.password, request.remoteAddress)
    return identity.principal
  }
}

/** The digest that a secret is compared with if there is no such user: no client can send a secret with this digest. */
const NO_HASH = '0'.repeat(64)
/** An id that no user has. */
const NOBODY = 0

/** The user and password of credentials. Costs the same for every login, so that timing reveals nothing. */
async function findIdentity(site: SiteContext, { login, password }: BasicCredentials): Promise<Identity | undefined> {
  const hash = hashApplicationPassword(password)
  const users = await usersByName(usersIn(site.store), login)
  const { and, eq, in: isIn } = whereApplicationPasswords
  const owners = users.length === 0 ? [NOBODY] : users.map(user => user.id)
  const used = await applicationPasswordsIn(site.store).first({ where: and(isIn('user', owners), eq('hash', hash)) })
  const user = users.find(({ id }) => id === used?.user)
  return isSameHash(used?.hash ?? NO_HASH, hash) && used && user ? { user, password: used } : undefined
}
