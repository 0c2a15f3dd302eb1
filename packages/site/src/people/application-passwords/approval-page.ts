import { consolePages, type SiteContext } from '../../kernel/context/index.js'
import { applicationPasswordsAvailable } from './availability.js'
import { applicationPasswordsOption } from './options.js'

/**
 * The `{authorize_url}` that discovery shows: the URL of the page, if application passwords are available. `overTls`:
 * whether the client is known to use TLS; the page then uses it as well.
 */
export function authorizeUrl(site: Pick<SiteContext, 'url' | 'config' | 'get'>, overTls: boolean): string | undefined {
  const url = applicationPasswordsOption.of(site)?.approvalUrl ?? consolePages(site)?.approval
  if (url === undefined) return undefined
  if (applicationPasswordsAvailable(site)) return url
  return overTls && applicationPasswordsAvailable(site, { secure: true }) ? withTls(url) : undefined
}

/** The site's own port is that of plain HTTP. */
const withTls = (url: string): string => Object.assign(new URL(url), { protocol: 'https:', port: '' }).href
