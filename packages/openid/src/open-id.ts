import { type ContentCalls, defineFeature, type Feature, RegistrationError, userDeleted } from '@platen/site/extend'
import { openIdAuthenticator } from './authenticator.js'
import { checkProvider } from './check-provider.js'
import { identitiesContent, type OpenIdIdentities } from './identities.js'
import { openIdIdentities } from './identity-collection.js'
import type { OpenIdProvider } from './provider.js'

/** The feature that `openId` returns; `site.use` returns its `OpenIdIdentities`. */
export interface OpenIdFeature extends Feature {
  content(calls: ContentCalls): OpenIdIdentities
}

/**
 * Signs callers in with bearer tokens of OpenID providers, signed JSON Web Tokens. Any other bearer token is a 401
 * `openid_invalid_token`, and a valid one of an unknown subject a 403 `openid_unknown_user`. Throws a `RegistrationError`
 * for unusable options.
 */
export function openId(...providers: readonly [OpenIdProvider, ...OpenIdProvider[]]): OpenIdFeature {
  const checked = providers.map(checkProvider)
  if (new Set(checked.map(({ issuer }) => issuer)).size < checked.length)
    throw new RegistrationError('two OpenID providers have the same issuer')
  return defineFeature({
    name: 'openid',
    collections: [openIdIdentities],
    authenticators: site => [openIdAuthenticator(site, checked)],
    setup(site) {
      site.on(userDeleted, async ({ user }) => {
        const { eq } = openIdIdentities.where
        await site.context.store.collection(openIdIdentities).removeWhere(eq('user', user.id))
      })
    },
    content: identitiesContent,
  })
}
