import { type Authenticator, type Principal, RestError, type RestRequest } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import { SESSION, sessionsKey } from './create-sessions.js'
import { fieldIn, postedField, textIn } from './posted-form.js'
import { sessionCookies } from './session-cookies.js'
import type { Session } from './sessions.js'

/** The action of the nonces that requests of the REST interface need. */
export const REST_NONCE = 'rest'

/**
 * The principal of a session with a fresh nonce. It is the same object for many requests, so that caches can use it as
 * a key.
 */
interface Caller extends Principal {
  readonly responseHeaders: Readonly<Record<string, string>>
}

const invalidNonce = () =>
  new RestError('rest_cookie_invalid_nonce', 'The nonce is invalid or has expired. Sign in again.', 403)

/**
 * Identifies callers by the cookie of their session and a nonce (specification section 5.9), which other sites cannot
 * know: a cookie without a nonce is ignored, and an invalid nonce is an error. The nonce is a parameter of the query, a
 * field of a posted form, or a header; the first one is used. Responses contain a fresh nonce.
 *
 * A valid nonce takes precedence over the header `Authorization`, which browsers send automatically if a proxy requires
 * a password. With any other nonce, that header identifies the caller.
 */
export function sessionAuthenticator(site: SiteContext): Authenticator {
  const { nonceHeader, nonceParameter } = site.dialect
  const header = nonceHeader.toLowerCase()
  const sessions = site.get(sessionsKey)
  const callers = new WeakMap<Session, Caller>()

  async function identify(cookie: string | undefined, nonce: string): Promise<Principal | RestError> {
    const session = await sessions.read(cookie)
    if (session === undefined || !sessions.checkNonce(session, REST_NONCE, nonce)) return invalidNonce()
    const fresh = sessions.nonce(session, REST_NONCE)
    const existing = callers.get(session)
    if (existing?.responseHeaders[nonceHeader] === fresh) return existing
    const caller = Object.freeze({ ...session.principal, responseHeaders: { [nonceHeader]: fresh } })
    callers.set(session, caller)
    return caller
  }

  async function identifyByForm(request: RestRequest): Promise<Principal | RestError | undefined> {
    const nonce = (await postedField(request, nonceParameter)) ?? request.headers?.[header]
    return nonce === undefined ? undefined : identify(request.headers?.['cookie'], nonce)
  }

  function identifyByNonce(request: RestRequest): ReturnType<Authenticator['authenticate']> {
    const { method, headers, query, body } = request
    const parameter = parameterOf(query, nonceParameter)
    const cookie = headers?.['cookie']
    if (parameter === undefined && cookie !== undefined && method === 'POST' && body !== undefined)
      return identifyByForm(request)
    const nonce = parameter ?? headers?.[header]
    return nonce === undefined ? undefined : identify(cookie, nonce)
  }

  return {
    name: SESSION,
    get schemes() {
      return [{ type: 'session', cookie: sessionCookies(site.url, site.dialect.prefix).name, nonceHeader }] as const
    },
    authenticate(request) {
      const { headers } = request
      if (headers?.['authorization'] === undefined) return identifyByNonce(request)
      return headers['cookie'] === undefined ? undefined : unlessRefused(identifyByNonce(request))
    },
  }
}

async function unlessRefused(principal: ReturnType<Authenticator['authenticate']>): Promise<Principal | undefined> {
  const caller = await principal
  return caller instanceof RestError ? undefined : caller
}

const parameterOf = (query: RestRequest['query'], name: string): string | undefined => {
  if (query === undefined) return undefined
  return typeof query === 'string' ? fieldIn(query, name) : textIn(query, name)
}
