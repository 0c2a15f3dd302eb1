import { checks, isLocalHost } from '@platen/core'
import { consolePages, type SiteContext, siteOption } from '../../kernel/context/index.js'
import type { UserRecord } from '../../kernel/records/index.js'

/** Who may have application passwords (specification section 5). */
export interface ApplicationPasswordOptions {
  /**
   * `false` switches them off, `true` switches them on without HTTPS as well. By default, they need HTTPS: a URL of the site
   * that begins with `https:` or is local, or a request that is known to have come over TLS. Requests that a trusted proxy
   * received without TLS cannot use them.
   */
  readonly available?: boolean | undefined
  /** Whether a user may have them where they are available. By default, all users may. */
  readonly availableTo?: ((user: UserRecord) => boolean) | undefined
  /**
   * The URL of the page where users approve applications, which discovery shows. By default, that of the console once
   * `createConsole` has created it; without a page, discovery shows none.
   */
  readonly approvalUrl?: string | undefined
  /** Whether users get mail about new passwords of theirs: `true` by default. Sending it needs the service `mailer`. */
  readonly notices?: boolean | undefined
}

/** The options of `createSite` that belong to this subject. */
export interface ApplicationPasswordsConfig {
  readonly applicationPasswords?: ApplicationPasswordOptions | undefined
}

const { callable, flag, shaped, url } = checks

/** The option `applicationPasswords` of `createSite`. */
export const applicationPasswordsOption = siteOption<ApplicationPasswordOptions>(
  'applicationPasswords',
  shaped<ApplicationPasswordOptions>({ available: flag, availableTo: callable, approvalUrl: url, notices: flag }),
)

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
