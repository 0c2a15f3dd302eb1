// Mailed links: resets of passwords, changes of addresses.
export { accountLinksFeature } from './account-links-feature.js'
export type { EmailChangesContent } from './email-changes.js'
export { invalidToken, type LinkMail, type MailText } from './link-mail.js'
export type { PasswordResetsContent } from './password-resets.js'
