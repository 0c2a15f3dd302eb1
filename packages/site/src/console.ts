// What consoles are built with.

export { decodeEntities, escapeHtml, filterHtml } from '@platen/rendering'
export type { ConsolePages } from './kernel/context/index.js'
export { escapedText } from './kernel/options/index.js'
export type { LinkMail, MailText } from './people/account-links/index.js'
export { type AuditKind, auditKinds } from './people/audit/index.js'
export { PASSWORD_LENGTH, passwordFault, redirectTarget, type Session, type Sessions } from './people/sessions/index.js'
export { type ConsoleMails, type ConsoleRoutesSite, registerConsoleRoutes } from './site/index.js'
