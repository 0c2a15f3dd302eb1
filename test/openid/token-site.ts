import type { RestResponse } from '@platen/core'
import { type OpenIdIdentities, type OpenIdProvider, openId } from '@platen/openid'
import { makeSite, type TestSite, type TestSiteOptions } from '../site/make-site.js'
import { AUDIENCE, type LocalProvider } from './provider-server.js'

/** A test site that accepts tokens of a local provider. */
export interface TokenSite extends TestSite {
  readonly identities: OpenIdIdentities
  /** Requests the caller's own user with a token, or with a whole `Authorization` header. */
  me(token: string): Promise<RestResponse>
}

/** Creates a site; the subject `s-1` is its editor unless `isLinked` is false. */
export async function makeTokenSite(
  { issuer }: LocalProvider,
  options: Partial<OpenIdProvider> = {},
  { isLinked = true, ...site }: TestSiteOptions & { readonly isLinked?: boolean } = {},
): Promise<TokenSite> {
  const made = await makeSite(site)
  const identities = made.site.use(openId({ issuer, audience: AUDIENCE, ...options }))
  const user = made.users.get('editor')?.id ?? 0
  if (isLinked) await identities.link({ user, issuer, subject: 's-1' }, { as: made.site.system })
  return {
    ...made,
    identities,
    me: token =>
      made.send('GET /users/me', {
        as: 'anonymous',
        headers: { authorization: /^\S+$/.test(token) ? `Bearer ${token}` : token },
      }),
  }
}
