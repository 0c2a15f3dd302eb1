import type { RestResponse } from '@platen/core'
import { REST_NONCE } from '@platen/site'
import type { Session } from '@platen/site/console'
import type { TestSite } from '../make-site.js'

/** Signs the administrator of a test site in. */
export async function signedIn({ site }: TestSite, remember = false): Promise<Session> {
  const session = await site.sessions.signIn({ login: 'admin', password: 'secret', remember })
  if (session === undefined) throw new Error('the sign-in was refused')
  return session
}

/** The `Cookie` header that a browser sends after a sign-in. */
export const cookieOf = ({ site }: TestSite, session: Session): string =>
  site.sessions.setCookies(session)[0]?.split(';')[0] ?? ''

/** The headers of a request from within the site: the cookie and a nonce. */
export const headersOf = (made: TestSite, session: Session): { cookie: string; 'x-cms-nonce': string } => ({
  cookie: cookieOf(made, session),
  'x-cms-nonce': made.site.sessions.nonce(session, REST_NONCE),
})

/** Requests the caller's own user with headers, and perhaps a query. */
export const me = ({ send }: TestSite, headers: Readonly<Record<string, string>>, query = ''): Promise<RestResponse> =>
  send(`GET /users/me${query}`, { as: 'anonymous', headers })
