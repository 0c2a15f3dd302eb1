import { checks } from '@platen/core'
import { siteOption } from '../../kernel/context/index.js'
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
