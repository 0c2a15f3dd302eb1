import { type Authenticator, type Principal, parseQuery, RestError, type RestRequest } from '@platen/core'
import type { SiteContext } from '../site-context.js'
import { SESSION, sessionsOf } from './create-sessions.js'

/** The action of the nonces that requests of the REST interface need. */
export const REST_NONCE = 'rest'

const invalidNonce = () =>
  new RestError('rest_cookie_invalid_nonce', 'The nonce is invalid or has expired. Sign in again.', 403)

/**
 * Identifies callers by the cookie of their session and a nonce (specification section 5.9), which other sites cannot
 * know: a cookie without a nonce is ignored, and an invalid nonce is an error. Responses carry a fresh nonce.
 */
export function sessionAuthenticator(site: SiteContext): Authenticator {
  const { nonceHeader, nonceParameter } = site.dialect
  const header = nonceHeader.toLowerCase()
  const sessions = sessionsOf(site)

  async function identify(cookie: string | undefined, nonce: string): Promise<Principal | RestError> {
    const session = await sessions.read(cookie)
    if (session === undefined || !sessions.checkNonce(session, REST_NONCE, nonce)) return invalidNonce()
    const responseHeaders = { [nonceHeader]: sessions.nonce(session, REST_NONCE) }
    return Object.freeze({ ...session.principal, responseHeaders })
  }

  return {
    name: SESSION,
    authenticate({ headers, query }) {
      if (headers?.['authorization'] !== undefined) return undefined
      const nonce = parameterOf(query, nonceParameter) ?? headers?.[header]
      return nonce === undefined ? undefined : identify(headers?.['cookie'], nonce)
    },
  }
}

/** A parameter of an unparsed query; queries are parsed only if they contain its name. An invalid value is an empty text. */
function parameterOf(query: RestRequest['query'], name: string): string | undefined {
  if (query === undefined || (typeof query === 'string' && !query.includes(name))) return undefined
  const value = (typeof query === 'string' ? parseQuery(query) : query)[name]
  return value === undefined || typeof value === 'string' ? value : ''
}
