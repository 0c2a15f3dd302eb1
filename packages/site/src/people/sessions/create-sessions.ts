import { hash } from 'node:crypto'
import { createBoundedCache } from '@platen/core'
import { type Credential, observeReads, registrationKey, type SiteContext } from '../../kernel/context/index.js'
import { actorOf, inTransaction } from '../../kernel/operations/index.js'
import { type UserRecord, usersIn } from '../../kernel/records/index.js'
import { isSameHash } from '../../kernel/text/index.js'
import { auditRecorder, recordChange } from '../audit/index.js'
import { attemptSignIn } from './attempt-sign-in.js'
import { passwordCheck } from './check-password.js'
import { sessionCookies } from './session-cookies.js'
import {
  epochOf,
  incrementEpoch,
  parseToken,
  type SessionClaims,
  type SessionNonces,
  sessionKeys,
  sessionNonces,
  signatureOf,
  tokenOf,
} from './session-token.js'
import type { Session, Sessions } from './sessions.js'

/** The `type` of a principal's credential for sessions. */
export const SESSION = 'session'

const DAY_SECONDS = 24 * 60 * 60
const LIFETIME_DAYS = 2
const REMEMBERED_DAYS = 14
const ID_BYTES = 16

/** The size in bytes of the session cache, and the memory of a session besides the texts of its user. */
const MAX_BYTES = 8 * 1024 * 1024
const OVERHEAD = 8 * 1024

interface SessionSecrets {
  readonly token: string
  readonly nonces: SessionNonces
}

/** A token, and what its signature depends on. */
interface CheckedToken {
  readonly token: string
  readonly user: UserRecord
  readonly epoch: number
  readonly key: string
}

interface CachedSession {
  readonly session: Session
  /** Whether what decides its validity is unchanged. */
  readonly isCurrent: () => boolean
}

/** Activating a plugin replaces the sessions service of a site; sessions that it has returned remain valid. */
const sessionSecrets = registrationKey('secrets of sessions', () => new WeakMap<Session, SessionSecrets>(), {
  isLasting: true,
})

/** The sessions of a site. Throws a `RegistrationError` for unusable keys. */
export const sessionsKey = registrationKey('sessions', createSessions)

function createSessions(site: SiteContext): Sessions {
  const { clock, random } = site.services
  const observe = site.get(observeReads)
  const keys = sessionKeys(site)
  const userOf = passwordCheck(site)
  const recorder = auditRecorder(site)
  let cookies: ReturnType<typeof sessionCookies> | undefined
  const cookie = () => {
    cookies ??= sessionCookies(site.url, site.dialect.prefix)
    return cookies
  }
  const cache = createBoundedCache<CachedSession>(MAX_BYTES)
  const seconds = () => Math.floor(clock() / 1000)
  const secrets = site.get(sessionSecrets)
  const secretsOf = (session: Session): SessionSecrets => {
    const found = secrets.get(session)
    if (found === undefined) throw new TypeError('The session was not returned by `signIn` or `read`.')
    return found
  }

  function sessionOf(claims: SessionClaims, { user, epoch, key, token }: CheckedToken): Session {
    const { id, expires, remember } = claims
    const isValid: Credential['isValid'] = async (store, reading) => {
      const [current, stored] = await Promise.all([epochOf(store, user.id), reading])
      return current === epoch && stored?.passwordHash === user.passwordHash
    }
    const principal = site.principalOf(user, { kind: SESSION, id, isValid })
    const session = Object.freeze({ user, principal, expires: new Date(expires * 1000), remember, id })
    secrets.set(session, { token, nonces: sessionNonces(key, token) })
    return session
  }

  async function check(token: string): Promise<Session | undefined> {
    const claims = parseToken(token)
    if (claims === undefined || claims.expires <= seconds()) return undefined
    const user = await usersIn(site.store).get(claims.user)
    if (user === undefined) return undefined
    const epoch = await epochOf(site.store, user.id)
    const signed = { passwordHash: user.passwordHash, epoch }
    const key = (await keys()).find(each => isSameHash(signatureOf(each, claims, signed), claims.signature))
    return key === undefined ? undefined : sessionOf(claims, { user, epoch, key, token })
  }

  async function begin(user: UserRecord, remember: boolean): Promise<Session> {
    const days = remember ? REMEMBERED_DAYS : LIFETIME_DAYS
    const id = Buffer.from(random(ID_BYTES)).toString('base64url')
    const claims = { user: user.id, expires: seconds() + days * DAY_SECONDS, remember, id }
    const [key] = await keys()
    const epoch = await epochOf(site.store, user.id)
    const signature = signatureOf(key, claims, { ...user, epoch })
    return sessionOf(claims, { user, epoch, key, token: tokenOf(claims, signature) })
  }

  return Object.freeze<Sessions>({
    async signIn({ login, password, remember = false, remoteAddress }) {
      const user = await attemptSignIn(site, { login, remoteAddress, via: SESSION }, () => userOf(login, password))
      if (user === undefined) return undefined
      await recorder.record({ kind: 'sign_in', actor: user, account: user, remoteAddress, detail: { via: SESSION } })
      return begin(user, remember)
    },
    async confirmPassword({ user: { id, login } }, password, remoteAddress) {
      const confirmed = await attemptSignIn(site, { login, remoteAddress, via: SESSION }, async () => {
        const user = await userOf(login, password)
        return user?.id === id ? user : undefined
      })
      return confirmed !== undefined
    },
    async renew(session) {
      secretsOf(session)
      const user = await usersIn(site.store).get(session.user.id)
      return user && begin(user, session.remember)
    },
    async read(header) {
      const token = header === undefined ? undefined : cookie().read(header)
      if (token === undefined || token === '') return undefined
      // The token is a secret, so only its hash stays in memory.
      const digest = hash('sha256', token, 'base64')
      const cached = cache.get(digest)
      if (cached?.isCurrent()) return cached.session.expires.getTime() > clock() ? cached.session : undefined
      const { result: session, isCurrent } = await observe(() => check(token))
      if (session === undefined) cache.delete(digest)
      else cache.set(digest, { session, isCurrent }, OVERHEAD + 2 * JSON.stringify(session.user).length)
      return session
    },
    setCookies(session) {
      const { token } = secretsOf(session)
      const left = Math.max(0, Math.floor(session.expires.getTime() / 1000) - seconds())
      return [cookie().set(token, session.remember ? left : undefined)]
    },
    clearCookies: () => [cookie().clear()],
    signOutEverywhere: (user, { as = user, remoteAddress } = { as: user }) =>
      inTransaction(
        site,
        async tx => {
          await incrementEpoch(tx.store, user.id)
          await recordChange(tx, actorOf(site, as), { kind: 'signed_out_everywhere', account: user })
        },
        remoteAddress,
      ),
    nonce: (session, action) => secretsOf(session).nonces.nonce(action, clock()),
    checkNonce: (session, action, nonce) => secretsOf(session).nonces.check(action, nonce, clock()),
  })
}

/** The sessions of a site whose features may be replaced; `upToDate` resolves when it is ready. */
export function siteSessions(current: () => SiteContext, upToDate: () => Promise<void>): Sessions {
  const ready = async () => {
    await upToDate()
    return current().get(sessionsKey)
  }
  return Object.freeze<Sessions>({
    signIn: async input => (await ready()).signIn(input),
    confirmPassword: async (...args) => (await ready()).confirmPassword(...args),
    renew: async session => (await ready()).renew(session),
    read: async header => (header === undefined ? undefined : (await ready()).read(header)),
    setCookies: session => current().get(sessionsKey).setCookies(session),
    clearCookies: () => current().get(sessionsKey).clearCookies(),
    signOutEverywhere: async (user, by) => (await ready()).signOutEverywhere(user, by),
    nonce: (session, action) => current().get(sessionsKey).nonce(session, action),
    checkNonce: (session, action, nonce) => current().get(sessionsKey).checkNonce(session, action, nonce),
  })
}
