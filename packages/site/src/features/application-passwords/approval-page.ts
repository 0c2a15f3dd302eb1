import type { SiteConfig } from '../../site-config.js'
import type { SiteContext } from '../../site-context.js'
import { applicationPasswordsAvailable } from './availability.js'

// The context of a site is another one after its plugins have changed; the configuration stays.
const pages = new WeakMap<SiteConfig, string>()

/** Sets the page where users approve applications, unless an option of the site names one. */
export const setApprovalPage = ({ config }: Pick<SiteContext, 'config'>, url: string): void =>
  void pages.set(config, url)

/**
 * The `{authorize_url}` that discovery shows: that of the page, if application passwords are available. `overTls`: whether
 * the client is known to use TLS, which the page then uses as well.
 */
export function authorizeUrl(site: Pick<SiteContext, 'url' | 'config'>, overTls: boolean): string | undefined {
  const url = site.config.applicationPasswords?.approvalUrl ?? pages.get(site.config)
  if (url === undefined) return undefined
  if (applicationPasswordsAvailable(site)) return url
  return overTls && applicationPasswordsAvailable(site, { secure: true }) ? withTls(url) : undefined
}

/** The site's own port is that of plain HTTP. */
const withTls = (url: string): string => Object.assign(new URL(url), { protocol: 'https:', port: '' }).href
