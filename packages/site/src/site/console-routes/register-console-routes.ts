import { registrationKey } from '../../kernel/context/index.js'
import { registerAccountRoutes } from './account-routes.js'
import { registerApprovalRoutes } from './approval-routes.js'
import type { ConsoleMails, ConsoleRoutesSite } from './console-site.js'
import { registerEmailChangeRoutes } from './email-change-routes.js'
import { registerEventRoutes } from './event-routes.js'
import { registerInterfaceRoutes } from './interface-routes.js'
import { registerPasswordResetRoutes } from './password-reset-routes.js'
import { registerPluginFailureRoutes } from './plugin-failure-routes.js'
import { registerSiteRoutes } from './site-routes.js'
import { registerThemeRoutes } from './theme-routes.js'

const consoleMails = registrationKey('mails of the console', (): { sent?: ConsoleMails } => ({}), { isLasting: true })

/**
 * Registers the routes in the namespace `console/v1`, which a console needs besides those of the specification: audit
 * events, roles, theme activation, mailed links and so on. `createConsole` calls it; your own console can use the
 * routes as well. A second call only replaces the mails.
 */
export function registerConsoleRoutes(site: ConsoleRoutesSite, mails: ConsoleMails): void {
  const held = site.context.get(consoleMails)
  const isRegistered = held.sent !== undefined
  held.sent = mails
  if (isRegistered) return
  const current = () => held.sent ?? mails
  registerSiteRoutes(site)
  registerAccountRoutes(site, token => current().password(token))
  registerEmailChangeRoutes(site, token => current().email(token))
  registerPasswordResetRoutes(site, token => current().password(token))
  registerApprovalRoutes(site)
  registerThemeRoutes(site)
  registerPluginFailureRoutes(site)
  registerEventRoutes(site)
  registerInterfaceRoutes(site)
}
