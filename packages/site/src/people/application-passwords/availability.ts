import { isLocalHost } from '@platen/core'
import type { SiteContext } from '../../kernel/context/index.js'
import type { UserRecord } from '../../kernel/records/index.js'
import { applicationPasswordsOption } from './options.js'

/** The caller and connection that the availability of application passwords depends on. */
export interface PasswordScope {
  /** The user; without one, whether they are available to users at all. */
  readonly user?: UserRecord | undefined
  /** Whether the request came over TLS; without it, the URL of the site decides. */
  readonly secure?: boolean | undefined
}

type SiteOptions = Pick<SiteContext, 'url' | 'config'>

/** Whether application passwords are available (specification section 5): to a user, and for a request if there is one. */
export function applicationPasswordsAvailable(site: SiteOptions, { user, secure }: PasswordScope = {}): boolean {
  const { available, availableTo } = applicationPasswordsOption.of(site) ?? {}
  if (available === false) return false
  if (available !== true && !isEncrypted(site, secure)) return false
  return user === undefined || availableTo === undefined || availableTo(user)
}

function isEncrypted({ url }: SiteOptions, secure: boolean | undefined): boolean {
  const { protocol, hostname } = new URL(url)
  return isLocalHost(hostname) || (secure ?? protocol === 'https:')
}
