import type { SiteConfig } from '../site-config.js'
import { registerAccountRoutes } from './account-routes.js'
import { registerApprovalRoutes } from './approval-routes.js'
import type { ConsoleMails, ConsoleRoutesSite } from './console-site.js'
import { registerEmailChangeRoutes } from './email-change-routes.js'
import { registerEventRoutes } from './event-routes.js'
import { registerPasswordResetRoutes } from './password-reset-routes.js'
import { registerPluginFailureRoutes } from './plugin-failure-routes.js'
import { registerSiteRoutes } from './site-routes.js'
import { registerThemeRoutes } from './theme-routes.js'

// The context of a site is another one after its plugins have changed; the configuration stays.
const mailsOf = new WeakMap<SiteConfig, ConsoleMails>()

/**
 * Registers the routes below `console/v1`: what a console needs beside the routes of the specification, such as audit
 * events, roles, themes to activate, links by mail. `createConsole` does it; a console of your own can use them as well. A
 * second call only replaces the mails.
 */
export function registerConsoleRoutes(site: ConsoleRoutesSite, mails: ConsoleMails): void {
  const { config } = site.context
  const isRegistered = mailsOf.has(config)
  mailsOf.set(config, mails)
  if (isRegistered) return
  const current = () => mailsOf.get(config) ?? mails
  registerSiteRoutes(site)
  registerAccountRoutes(site, token => current().password(token))
  registerEmailChangeRoutes(site, token => current().email(token))
  registerPasswordResetRoutes(site, token => current().password(token))
  registerApprovalRoutes(site)
  registerThemeRoutes(site)
  registerPluginFailureRoutes(site)
  registerEventRoutes(site)
}
