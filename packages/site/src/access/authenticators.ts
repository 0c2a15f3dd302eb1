import type { Authenticator } from '@platen/core'
import type { SiteContext } from '../site-context.js'
import { applicationPasswordAuthenticator } from './application-password-authenticator.js'

/** The ways of proving who one is that every site has, in the order in which they are asked. */
export function authenticators(site: SiteContext): readonly Authenticator[] {
  return [applicationPasswordAuthenticator(site)]
}
