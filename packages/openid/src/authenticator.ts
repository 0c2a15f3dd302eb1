import { hash } from 'node:crypto'
import { type Authenticator, createBoundedCache, type Principal, RestError } from '@platen/core'
import type { SiteContext } from '@platen/site'
import { auditRecorder, observeReads, RegistrationError } from '@platen/site/extend'
import type { StoreSession } from '@platen/storage'
import { bearerToken } from './bearer-token.js'
import type { CheckedProvider } from './check-provider.js'
import { findUser, linkedUser } from './find-user.js'
import { createKeySet } from './key-set.js'
import { type TrustedProvider, type VerifiedToken, verifyToken } from './verify-token.js'

/** The `type` of a principal's credential for tokens; its `id` is the subject. */
const OPENID = 'openid'

interface Caller {
  readonly principal: Principal
  /** Whether everything that it was found by is unchanged. */
  readonly isCurrent: () => boolean
}

interface CachedToken {
  readonly token: VerifiedToken
  caller: Caller | undefined
}

const MAX_BYTES = 8 * 1024 * 1024
/** The estimated memory of a token besides its claims: its principal with the user. */
const OVERHEAD = 16 * 1024

/** Identifies callers by bearer tokens. A token is verified once while its keys are current; its user is always the stored one. */
export function openIdAuthenticator(site: SiteContext, providers: readonly CheckedProvider[]): Authenticator {
  const { clock } = site.services
  const trusted = new Map<string, TrustedProvider>()
  for (const provider of providers) {
    const { issuer, newUserRole } = provider
    if (newUserRole !== undefined && !Object.hasOwn(site.roles, newUserRole))
      throw new RegistrationError(
        `the OpenID provider "${issuer}" has the newUserRole "${newUserRole}", which is not a role`,
      )
    trusted.set(issuer, { provider, keySet: createKeySet(provider, site.services) })
  }
  const recorder = auditRecorder(site)
  const observe = site.get(observeReads)
  const cache = createBoundedCache<CachedToken>(MAX_BYTES)

  const isCurrent = ({ token: { expires, keys, trusted } }: CachedToken) =>
    clock() < expires && trusted.keySet.current() === keys

  async function identify(key: string, text: string): Promise<Principal | RestError> {
    let cached = cache.get(key)
    if (cached === undefined || !isCurrent(cached)) {
      const token = await verifyToken(text, trusted, clock())
      if (token instanceof RestError) return token
      cached = { token, caller: undefined }
      cache.set(key, cached, OVERHEAD + 2 * JSON.stringify(token.claims).length)
    }
    const { token } = cached
    const found = await observe(() => findUser(site, token))
    const user = found.result
    if (user instanceof RestError) return user
    const isValid = async (store: StoreSession) => (await linkedUser(store, token))?.id === user.id
    const principal = site.principalOf(user, { kind: OPENID, id: token.subject, isValid })
    cached.caller = { principal, isCurrent: found.isCurrent }
    return principal
  }

  async function recorded(
    identifying: Promise<Principal | RestError>,
    remoteAddress: string | undefined,
  ): Promise<Principal | RestError> {
    const found = await identifying
    if (found instanceof RestError && found.status !== 503)
      void recorder.record({ kind: 'sign_in_failed', remoteAddress, detail: { via: OPENID } })
    return found
  }

  return {
    name: OPENID,
    schemes: [{ type: 'bearer' }],
    authenticate({ headers, remoteAddress }) {
      const text = bearerToken(headers?.['authorization'])
      if (text === undefined) return undefined
      // The token is a secret, so only its hash stays in memory.
      const key = hash('sha256', text, 'base64')
      const cached = cache.get(key)
      const caller = cached !== undefined && isCurrent(cached) ? cached.caller : undefined
      return caller?.isCurrent() ? caller.principal : recorded(identify(key, text), remoteAddress)
    },
  }
}
