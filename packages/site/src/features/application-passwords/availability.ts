import { isLocalHost } from '@platen/core'
import { registrationKey } from '../../registrations/registration-key.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../users/user-collection.js'
import { applicationPasswordsOption } from './options.js'

/** The caller and connection that the availability of application passwords depends on. */
export interface PasswordScope {
  /** The user; without one, whether they are available to users at all. */
  readonly user?: UserRecord | undefined
  /** Whether the request came over TLS; without it, the URL of the site decides. */
  readonly secure?: boolean | undefined
}

type SiteOptions = Pick<SiteContext, 'url' | 'config' | 'get'>

/** Whether application passwords are available (specification section 5): to a user, and for a request if there is one. */
export function applicationPasswordsAvailable(site: SiteOptions, { user, secure }: PasswordScope = {}): boolean {
  const { available, availableTo } = applicationPasswordsOption.of(site) ?? {}
  if (available === false) return false
  if (available !== true && !isEncrypted(site, secure)) return false
  return user === undefined || availableTo === undefined || availableTo(user)
}

const transport = registrationKey('transport', ({ config }) => {
  const { protocol, hostname } = new URL(config.url)
  return { isLocal: isLocalHost(hostname), isHttps: protocol === 'https:' }
})

function isEncrypted(site: SiteOptions, secure: boolean | undefined): boolean {
  const { isLocal, isHttps } = site.get(transport)
  return isLocal || (secure ?? isHttps)
}
