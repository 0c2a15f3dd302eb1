import { isLocalHost } from '@platen/core'
import type { SiteConfig } from '../../site-config.js'
import type { SiteContext } from '../../site-context.js'
import type { UserRecord } from '../users/user-collection.js'

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
  const { available, availableTo } = site.config.applicationPasswords ?? {}
  if (available === false) return false
  if (available !== true && !isEncrypted(site, secure)) return false
  return user === undefined || availableTo === undefined || availableTo(user)
}

const transports = new WeakMap<SiteConfig, { readonly isLocal: boolean; readonly isHttps: boolean }>()

function isEncrypted(site: SiteOptions, secure: boolean | undefined): boolean {
  const { isLocal, isHttps } = transportOf(site)
  return isLocal || (secure ?? isHttps)
}

function transportOf({ url, config }: SiteOptions) {
  const existing = transports.get(config)
  if (existing !== undefined) return existing
  const { protocol, hostname } = new URL(url)
  const transport = { isLocal: isLocalHost(hostname), isHttps: protocol === 'https:' }
  transports.set(config, transport)
  return transport
}
