import type { HandlerRequest } from '@platen/core'
import type { As } from '../../kernel/operations/index.js'
import type { LinkMail } from '../../people/account-links/index.js'
import type { Site } from '../site.js'

/** The namespace of the routes that a console needs besides those of the specification. */
export const CONSOLE_NAMESPACE = 'console/v1'

/** The parts of a site that the routes of a console use. */
export type ConsoleRoutesSite = Pick<Site, 'audit' | 'content' | 'context' | 'registerRoute' | 'sessions'>

/** The mails with links to pages of a console. Clients cannot choose their text. */
export interface ConsoleMails {
  /** The mail with a link to set a new password. */
  readonly password: LinkMail
  /** The mail with a link to confirm an email address. */
  readonly email: LinkMail
}

/** The caller of a request, for operations in process. */
export const callerOf = ({ principal, remoteAddress }: Pick<HandlerRequest, 'principal' | 'remoteAddress'>): As => ({
  as: principal,
  remoteAddress,
})

/** Every signed-in user: these routes change the user's own account. */
export const signedIn = ({ principal }: Pick<HandlerRequest, 'principal'>): boolean => principal.id > 0
