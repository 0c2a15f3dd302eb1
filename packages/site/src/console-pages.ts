import type { SiteConfig } from './site-config.js'
import type { SiteContext } from './site-context.js'

/** The URLs of a console's pages to which responses link. */
export interface ConsolePages {
  /** Where users approve applications. */
  readonly approval: string
  /** Where visitors log in; with `action=logout`, out. It redirects to `redirect_to`, within the site. */
  readonly login: string
  /** Where users administer the site. */
  readonly admin: string
}

// A site gets a new context when its plugins change; the configuration stays the same.
const pages = new WeakMap<SiteConfig, ConsolePages>()

/** Sets the pages of a site's console. Options of the site take precedence. */
export const setConsolePages = ({ config }: Pick<SiteContext, 'config'>, given: ConsolePages): void =>
  void pages.set(config, given)

/** The pages of the site's console, if it has one. */
export const consolePages = ({ config }: Pick<SiteContext, 'config'>): ConsolePages | undefined => pages.get(config)
