import { registrationKey } from './registration-key.js'
import type { SiteContext } from './site-context.js'

/** The URLs of a console's pages to which responses link. */
export interface ConsolePages {
  /** Where users approve applications. */
  readonly approval: string
  /** Where visitors log in; with `action=logout`, out. It redirects to `redirect_to`, within the site. */
  readonly login: string
  /** Where users administer the site. */
  readonly admin: string
  /** Where people read about the routes of the interface and try them. */
  readonly api?: string | undefined
}

const pages = registrationKey('console pages', (): { shown?: ConsolePages } => ({}), { isLasting: true })

/** Sets the pages of a site's console. Options of the site take precedence. */
export function setConsolePages(site: Pick<SiteContext, 'get'>, given: ConsolePages): void {
  site.get(pages).shown = given
}

/** The pages of the site's console, if it has one. */
export const consolePages = (site: Pick<SiteContext, 'get'>): ConsolePages | undefined => site.get(pages).shown
